// npm for a machine that has Node alone: runs npm with the arguments given. Where there is none it
// is fetched from the registry, once, into build/npm: the version and the hash that package.json
// names ("packageManager"). Debian's own package of npm would bring 368 others along.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const web = fileURLToPath(new URL('..', import.meta.url));
const home = join(web, '../build/npm');
const [, version, hash] = JSON.parse(readFileSync(join(web, 'package.json'), 'utf8')).packageManager.match(
  /^npm@([0-9.]+)\+sha512\.([0-9a-f]+)$/,
);

// As npm itself asks: the environment, then the user's file, then the machine's.
function registry() {
  if (process.env.npm_config_registry) return process.env.npm_config_registry;
  for (const file of [join(homedir(), '.npmrc'), '/etc/npmrc']) {
    const line = existsSync(file) && readFileSync(file, 'utf8').match(/^\s*registry\s*=\s*(\S+)/m);
    if (line) return line[1];
  }
  return 'https://registry.npmjs.org/';
}

async function download(url) {
  const answer = await fetch(url, { signal: AbortSignal.timeout(120_000) });
  if (!answer.ok) throw new Error(`the answer is ${answer.status}`);
  const bytes = Buffer.from(await answer.arrayBuffer());
  if (createHash('sha512').update(bytes).digest('hex') !== hash) throw new Error('it has another hash');
  return bytes;
}

async function fetchNpm() {
  const url = `${registry().replace(/\/$/, '')}/npm/-/npm-${version}.tgz`;
  console.log(`  GET ${url}`);
  const fresh = `${home}.new`;
  rmSync(fresh, { recursive: true, force: true });
  mkdirSync(fresh, { recursive: true });
  const tar = spawnSync('tar', ['xz', '-C', fresh, '--strip-components=1'], {
    input: await download(url),
    stdio: ['pipe', 'inherit', 'inherit'],
  });
  if (tar.status !== 0) throw new Error('tar cannot unpack it');
  rmSync(home, { recursive: true, force: true });
  renameSync(fresh, home);
}

let command = ['npm'];
if (spawnSync('npm', ['--version'], { stdio: 'ignore' }).status !== 0) {
  const cli = join(home, 'bin/npm-cli.js');
  try {
    if (!existsSync(cli)) await fetchNpm();
  } catch (why) {
    console.error(`npm cannot be fetched (${why.cause?.message ?? why.message}).`);
    console.error('Install it by hand (Debian: apt-get install npm) and run make again.');
    process.exit(1);
  }
  command = [process.execPath, cli];
}
const run = spawnSync(command[0], [...command.slice(1), ...process.argv.slice(2)], { cwd: web, stdio: 'inherit' });
process.exit(run.status ?? 1);
