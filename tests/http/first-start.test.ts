import { spawn } from 'node:child_process'
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, onTestFinished, test } from 'vitest'
import { freePort } from '#tests/support/connections.ts'
import { isLong, until } from '#tests/support/timing.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const sources = [
  'app',
  'content',
  'public',
  'scripts',
  'server',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'vite.config.ts',
  'react-router.config.ts',
]

/** A separate checkout, with or without the build tool among its packages. */
function newCheckout({ buildTool }: { buildTool: boolean }) {
  const folder = mkdtempSync(join(tmpdir(), 'clinic-checkout-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const name of sources) cpSync(join(root, name), join(folder, name), { recursive: true })
  if (buildTool) symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  else linkProductionPackages(folder)
  return folder
}

function linkProductionPackages(folder: string) {
  mkdirSync(join(folder, 'node_modules', '@react-router'), { recursive: true })
  symlinkSync(join(root, 'node_modules/@react-router/node'), join(folder, 'node_modules/@react-router/node'))
  for (const name of readdirSync(join(root, 'node_modules')))
    if (name !== '@react-router') symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name))
}

async function start(folder: string, settings: Record<string, string> = {}) {
  const port = await freePort()
  const process_ = spawn(process.execPath, ['scripts/start.ts'], {
    cwd: folder,
    env: {
      PATH: process.env.PATH ?? '',
      HOME: process.env.HOME ?? '',
      PORT: String(port),
      DATA_DIR: join(folder, 'data'),
      CI: '1',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [process_.stdout, process_.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  const ended = new Promise<number | null>((resolve) => process_.once('close', resolve))
  onTestFinished(() => void process_.kill('SIGKILL'))
  return {
    ended,
    url: `http://127.0.0.1:${port}`,
    output: () => output,
    ready: () =>
      until(
        () =>
          fetch(`http://127.0.0.1:${port}/readyz`).then(
            ({ ok }) => ok || undefined,
            () => undefined,
          ),
        120_000,
      ),
    async stop() {
      process_.kill('SIGTERM')
      await ended
    },
  }
}

/** What it says, without what differs from start to start. */
const toOutline = (site: { output(): string }) =>
  site
    .output()
    .trim()
    .split('\n')
    .map((line) => line.replaceAll(/(?<=\/admin\/).*|\d+/g, '…'))

const readStamp = (folder: string) => readFileSync(join(folder, 'build', 'sources'), 'utf8')

describe('npm start', { timeout: 300_000 }, () => {
  test.runIf(isLong)('builds again only after the sources changed', async () => {
    const folder = newCheckout({ buildTool: true })
    cpSync(join(root, 'build'), join(folder, 'build'), { recursive: true })
    const stamp = readStamp(folder)
    const first = await start(folder)
    await first.ready()
    await first.stop()
    expect(readStamp(folder)).toBe(stamp)

    appendFileSync(join(folder, 'content', 'site.ts'), '\n// Another word.\n')
    const second = await start(folder)
    await second.ready()
    await second.stop()
    expect(readStamp(folder)).not.toBe(stamp)
    const build = 'Building the site, which takes about half a minute …'
    const usual = toOutline(first)
    expect(toOutline(second).filter((line) => !usual.includes(line))).toEqual([build])
  })

  test.runIf(isLong)('in development shows an edit of content in two seconds', async () => {
    const folder = newCheckout({ buildTool: true })
    const site = await start(folder, { NODE_ENV: 'development' })
    await site.ready()
    const about = async () => (await fetch(`${site.url}/about`)).text()
    const file = join(folder, 'content/pages/about.json')
    const { title } = JSON.parse(readFileSync(file, 'utf8')) as { title: string }
    expect(await about()).toContain(title)
    writeFileSync(file, readFileSync(file, 'utf8').replace(title, 'Another title'))
    const since = performance.now()
    await until(async () => (await about()).includes('Another title'))
    expect(performance.now() - since).toBeLessThan(2_000)
    await site.stop()
  })

  test('serves the existing build if the build tool is not installed', async () => {
    const folder = newCheckout({ buildTool: false })
    cpSync(join(root, 'build'), join(folder, 'build'), { recursive: true })
    const stamp = readStamp(folder)
    appendFileSync(join(folder, 'content', 'site.ts'), '\n// Another word.\n')
    const site = await start(folder)
    await site.ready()
    await site.stop()
    expect(readStamp(folder)).toBe(stamp)
  })

  test('exits with a one-line message if it can neither build nor serve', async () => {
    const folder = newCheckout({ buildTool: false })
    const site = await start(folder)
    expect(await site.ended).toBe(1)
    expect(site.output().trim().split('\n')).toHaveLength(1)
    expect(site.output()).toContain('hasn’t been built')
    expect(existsSync(join(folder, 'data'))).toBe(false)
  })

  test.runIf(isLong)('exits with an error that names the file and field of invalid content', async () => {
    const folder = newCheckout({ buildTool: true })
    const clinic = join(folder, 'content', 'clinic.json')
    writeFileSync(clinic, readFileSync(clinic, 'utf8').replace(/"opens": "[^"]+"/, '"opens": "25:00"'))
    const site = await start(folder)
    expect(await site.ended).toBe(1)
    expect(site.output()).toMatch(
      /^content\/clinic\.json, hours, facts\.monday\[0\]\.opens: Write the time like 09:00\.$/m,
    )
  })
})
