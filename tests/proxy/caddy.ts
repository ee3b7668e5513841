import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '#tests/support/connections.ts'
import { until } from '#tests/support/timing.ts'

const configuration = fileURLToPath(new URL('../../deploy/Caddyfile', import.meta.url))

/** The version of Caddy; undefined if it is not installed. */
export function caddyVersion(): string | undefined {
  try {
    return execFileSync('caddy', ['version'], { encoding: 'utf8' }).trim()
  } catch {
    return undefined
  }
}

/**
 * Caddy with the configuration of this project, in front of processes on `ports`. Changed only for a machine without a
 * domain: free ports, and certificates of a local authority.
 */
export async function startCaddy(domain: string, ports: string[]) {
  const home = mkdtempSync(join(tmpdir(), 'clinic-caddy-'))
  const [http, https] = [await freePort(), await freePort()]
  const added = ['admin off', 'local_certs', 'skip_install_trust', `http_port ${http}`, `https_port ${https}`]
  const file = join(home, 'Caddyfile')
  writeFileSync(file, readFileSync(configuration, 'utf8').replace(/^\{$/m, `{\n\t${added.join('\n\t')}`))
  const env = {
    PATH: process.env.PATH,
    HOME: home,
    XDG_DATA_HOME: home,
    XDG_CONFIG_HOME: home,
    CLINIC_DOMAIN: domain,
    CLINIC_UPSTREAMS: ports.map((port) => `127.0.0.1:${port}`).join(' '),
  }
  const caddy = spawn('caddy', ['run', '--adapter', 'caddyfile', '--config', file], {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const output: string[] = []
  caddy.stderr.setEncoding('utf8').on('data', (text: string) => output.push(text))
  const authority = join(home, 'caddy', 'pki', 'authorities', 'local', 'root.crt')
  const leaf = join(home, 'caddy', 'certificates', 'local', domain, `${domain}.crt`)
  async function stop() {
    await endProcess(caddy)
    rmSync(home, { recursive: true, force: true })
  }
  try {
    await until(async () => {
      if (caddy.exitCode !== null) throw new Error(`caddy did not start:\n${output.join('')}`)
      return (existsSync(authority) && existsSync(leaf)) || undefined
    })
  } catch (error) {
    await stop()
    throw error
  }
  return { http, https, ca: readFileSync(authority, 'utf8'), output: () => output.join(''), stop }
}

async function endProcess(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await ended
}
