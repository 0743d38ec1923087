// `npm run sbom`: writes build/sbom.cdx.json, the list of all packages of the lock file in CycloneDX 1.6. `npm run sbom -- -`
// prints it. The same lock file gives the same list.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { nameOf } from './supply-chain.mjs';

const purlOf = (name, version) => `pkg:npm/${name.replace('@', '%40')}@${version}`;

const licencesOf = (license) =>
  /^[\w.-]+$/.test(license) ? [{ license: { id: license } }] : [{ expression: license }];

const componentOf = (folder, { version, license, integrity, dev, optional }) => {
  const name = nameOf(folder);
  const scoped = /^(@[^/]+)\/(.+)$/.exec(name);
  return {
    type: 'library',
    'bom-ref': folder,
    ...(scoped ? { group: scoped[1], name: scoped[2] } : { name }),
    version,
    // What the server runs with, against what it is made and tested with.
    scope: dev || optional ? 'optional' : 'required',
    hashes: [
      { alg: 'SHA-512', content: Buffer.from(integrity.slice('sha512-'.length), 'base64').toString('hex') },
    ],
    licenses: licencesOf(license),
    purl: purlOf(name, version),
    ...(dev ? { properties: [{ name: 'cdx:npm:package:development', value: 'true' }] } : {}),
  };
};

/** The folder in which Node finds `name` from `folder`: the nearest one upwards. */
const resolve = (packages, folder, name) => {
  for (let at = folder; ;) {
    const found = at === '' ? `node_modules/${name}` : `${at}/node_modules/${name}`;
    if (packages[found]) return found;
    if (at === '') return undefined;
    at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')));
  }
};

const dependenciesOf = (packages, folder, ref) => {
  const { dependencies, devDependencies, optionalDependencies } = packages[folder];
  const names = Object.keys({
    ...dependencies,
    ...optionalDependencies,
    ...(folder === '' ? devDependencies : {}),
  });
  const dependsOn = names.flatMap((name) => resolve(packages, folder, name) ?? []);
  return { ref, dependsOn: [...new Set(dependsOn)].toSorted() };
};

export const sbomOf = (root) => {
  const read = (file) => JSON.parse(readFileSync(path.join(root, file), 'utf8'));
  const { name, version, description, license } = read('package.json');
  const { packages } = read('package-lock.json');
  const folders = Object.keys(packages)
    .filter((folder) => folder !== '')
    .toSorted();
  const main = purlOf(name, version);
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      component: {
        type: 'application',
        'bom-ref': main,
        name,
        version,
        description,
        licenses: licencesOf(license),
        purl: main,
      },
    },
    components: folders.map((folder) => componentOf(folder, packages[folder])),
    dependencies: [
      dependenciesOf(packages, '', main),
      ...folders.map((folder) => dependenciesOf(packages, folder, folder)),
    ],
  };
};

if (process.argv[1] === import.meta.filename) {
  const root = path.resolve(import.meta.dirname, '..');
  const text = `${JSON.stringify(sbomOf(root), null, 2)}\n`;
  if (process.argv[2] === '-') process.stdout.write(text);
  else {
    const file = path.join(root, 'build/sbom.cdx.json');
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
    console.log(`${path.relative(root, file)}: ${JSON.parse(text).components.length} packages`);
  }
}
