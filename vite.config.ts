import path from 'node:path';
import { defineConfig } from 'vite';
import { apps } from './domain/src/apps/apps.ts';
import { webBuild } from './tools/bundle/web-build.ts';

const here = import.meta.dirname;

export default defineConfig(webBuild(here, path.join(here, 'build/web'), apps));
