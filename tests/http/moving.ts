import { readFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished } from 'vitest'
import { adminSettings } from '#tests/support/admin.ts'
import { freePort } from '#tests/support/connections.ts'
import { startSiteOn } from '#tests/support/databases.ts'
import { publicForms, visitor } from '#tests/support/visitor.ts'
import { runCommand } from '#tests/support/run-command.ts'
import { runToEnd } from '#tests/support/site.ts'
import { newPostgresDatabase } from '#tests/support/test-database.ts'

export type Site = Awaited<ReturnType<typeof startSiteOn>>

export async function startMovable(kind: 'sqlite' | 'postgres', settings: Record<string, string> = {}) {
  const site = await startSiteOn(kind, { ...adminSettings, ABUSE_LIMITS: 'off', ...settings })
  onTestFinished(async () => void (await site.stop()))
  return site
}

export const move = (site: Site, ...options: string[]) => runCommand('restore', options, commandSettings(site))
export const readiness = async (site: Site) => (await fetch(`${site.url}/readyz`)).status
export const refusesToStartWith = (settings: Record<string, string>) => async (line: RegExp) => {
  const { code, output } = await runToEnd({ ...settings, PORT: String(await freePort()) })
  expect({ code, output }).toEqual({ code: 1, output: expect.stringMatching(line) })
  expect(output.trim().split('\n')).toHaveLength(1)
}

/** The settings with which a command runs on the site's database. */
export const commandSettings = (site: Site) => ({ DATA_DIR: site.dataDir, PUBLIC_URL: site.url, ...site.settings })

const readSecrets = ({ dataDir, settings }: Site) => ({
  SESSION_SECRET: settings.SESSION_SECRET ?? readFileSync(join(dataDir, 'session-secret'), 'utf8').trim(),
  ENCRYPTION_KEY: settings.ENCRYPTION_KEY ?? readFileSync(join(dataDir, 'encryption-key'), 'utf8').trim(),
})

export function newFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'clinic-moved-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** An empty target database, its name for `--to`, and the settings with which the site starts on it. */
export async function newTarget(site: Site, kind: 'sqlite' | 'postgres') {
  const DATA_DIR = newFolder()
  const { DATABASE_URL: _, ...others } = site.settings
  const settings = { ...others, ...readSecrets(site), DATA_DIR }
  if (kind === 'sqlite') return { to: join(DATA_DIR, 'clinic.db'), settings }
  const url = await newPostgresDatabase()
  return { to: url, settings: { ...settings, DATABASE_URL: url } }
}

export type Sent = { email: string; form: string; status: number; html: string; typed: string[]; failure: string }

/** Visitors who send one form after another, each time as a new person, until `stop` is called. */
export function keepSending(site: Pick<Site, 'url'>) {
  const sent: Sent[] = []
  let isOver = false
  const going = publicForms.map(async (form) => {
    for (let turn = 0; !isOver; turn += 1) {
      const person = { name: 'Maya Thomas', email: `${form.name}-${turn}@example.com` }
      const someone = visitor(site)
      const { path, fields, typed } = await form.fill(someone, person)
      const answer = await someone.post(path, fields)
      const html = await answer.text()
      sent.push({ ...person, form: form.name, status: answer.status, html, typed, failure: form.failure })
      // Without a pause the forms would slow down the move and the emails.
      await pause(50)
    }
  })
  return {
    sent,
    async stop() {
      isOver = true
      await Promise.all(going)
    },
  }
}
