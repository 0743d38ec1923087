// What we install: exact versions, hashes, no address but the registry's, known licences, install scripts of none but the allowed. Part of
// `npm run check`. The list of what may run scripts at installation is `allowScripts` of package.json, which npm obeys as well.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';

const LICENCES = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'MPL-2.0',
]);
const INSTALL_SCRIPTS = ['preinstall', 'install', 'postinstall'];
const EXACT = /^\d+\.\d+\.\d+(-[\w.]+)?$/;
const HASH = /^sha512-[\w+/]{86}==$/;

const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'));

/** SPDX: one of several joined by OR, or all of several joined by AND. */
const isAllowedLicence = (licence) => {
  if (typeof licence !== 'string') return false;
  const text = licence.replace(/^\((.*)\)$/, '$1');
  if (text.includes(' OR ')) return text.split(' OR ').some((part) => isAllowedLicence(part.trim()));
  return text.split(' AND ').every((part) => LICENCES.has(part.trim()));
};

/** The name of the package in a folder such as node_modules/a/node_modules/@scope/b. */
const nameOf = (folder) => folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length);

const faultsOfVersions = ({ dependencies, devDependencies, overrides }) =>
  Object.entries({ ...dependencies, ...devDependencies, ...overrides })
    .filter(([, version]) => !EXACT.test(version))
    .map(([name, version]) => `${name}: ${version} is not an exact version`);

const faultsOfEntry = (
  folder,
  { version, resolved, integrity, license, link, hasInstallScript },
  allowed,
) => {
  const faults = [];
  const name = nameOf(folder);
  if (link || !EXACT.test(version ?? '')) faults.push('is not a version of the registry');
  // Without an address npm asks the registry that the machine is set up with.
  if (resolved !== undefined) faults.push(`comes from ${resolved}`);
  if (!HASH.test(integrity ?? '')) faults.push('has no SHA-512 hash');
  if (!isAllowedLicence(license))
    faults.push(`has the licence ${license ?? 'none'}, which is not on the list`);
  if (hasInstallScript && !allowed.has(name)) faults.push('runs a script at installation');
  return faults.map((fault) => `${folder}: ${fault}`);
};

/** What the package on the disk says itself; nothing where it is not installed, such as those for other machines. */
const faultsOfInstalled = (root, folder, locked, allowed) => {
  const file = path.join(root, folder, 'package.json');
  if (!existsSync(file)) return [];
  const { version, scripts = {}, license } = readJson(file);
  const faults = [];
  const script = INSTALL_SCRIPTS.find((name) => scripts[name] !== undefined);
  const isBuilt = existsSync(path.join(root, folder, 'binding.gyp'));
  if ((script || isBuilt) && !allowed.has(nameOf(folder))) {
    faults.push(`runs a script at installation (${script ?? 'binding.gyp'})`);
  }
  if (version !== locked.version) faults.push(`is installed as ${version}, not ${locked.version}`);
  if (typeof license === 'string' && !isAllowedLicence(license)) {
    faults.push(`says that its licence is ${license}, which is not on the list`);
  }
  return faults.map((fault) => `${folder}: ${fault}`);
};

/** Folders of all packages below node_modules, those inside of packages as well, but not what an allowed script put there. */
const installedIn = (root, allowed, at = 'node_modules') => {
  const entries = existsSync(path.join(root, at))
    ? readdirSync(path.join(root, at), { withFileTypes: true })
    : [];
  return entries
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    .flatMap(({ name }) => {
      const folder = `${at}/${name}`;
      if (name.startsWith('@')) {
        return readdirSync(path.join(root, folder)).map((inner) => `${folder}/${inner}`);
      }
      return [folder];
    })
    .filter((folder) => existsSync(path.join(root, folder, 'package.json')))
    .flatMap((folder) =>
      allowed.has(nameOf(folder))
        ? [folder]
        : [folder, ...installedIn(root, allowed, `${folder}/node_modules`)],
    );
};

const inOrder = (object) => JSON.stringify(object, Object.keys(object).toSorted());
const isSame = (a = {}, b = {}) => inOrder(a) === inOrder(b);

/** What is wrong, one sentence each, and how many packages were looked at. */
export const inspect = (root) => {
  const manifest = readJson(path.join(root, 'package.json'));
  const { packages = {} } = readJson(path.join(root, 'package-lock.json'));
  const { '': own = {}, ...locked } = packages;
  const allowed = new Set(
    Object.entries(manifest.allowScripts ?? {})
      .filter(([, is]) => is === true)
      .map(([name]) => name),
  );
  const faults = [
    ...faultsOfVersions(manifest),
    ...['dependencies', 'devDependencies']
      .filter((list) => !isSame(manifest[list], own[list]))
      .map((list) => `package-lock.json: its ${list} are not those of package.json`),
    ...Object.entries(locked).flatMap(([folder, entry]) => [
      ...faultsOfEntry(folder, entry, allowed),
      ...faultsOfInstalled(root, folder, entry, allowed),
    ]),
    ...installedIn(root, allowed)
      .filter((folder) => locked[folder] === undefined)
      .map((folder) => `${folder}: is installed and not in package-lock.json`),
  ];
  return { faults, count: Object.keys(locked).length };
};

if (process.argv[1] === import.meta.filename) {
  const { faults, count } = inspect(path.resolve(import.meta.dirname, '../..'));
  for (const fault of faults) console.error(fault);
  console.log(`${count} packages, ${faults.length} faults`);
  process.exitCode = faults.length > 0 || count === 0 ? 1 : 0;
}
