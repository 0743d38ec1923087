import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{contract,domain,simulator,server,web,tools}/**/*.test.{ts,tsx}'],
    pool: 'forks',
  },
});
