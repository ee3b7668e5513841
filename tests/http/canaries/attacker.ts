import type { Role } from '#app/domain/accounts/roles.ts'
import { look } from '#tests/support/databases.ts'
import { readPdf } from '#tests/support/picture-files.ts'
import { visitor } from '#tests/support/visitor.ts'
import { containsWord, toMailText } from '../traces.ts'
import { until } from '#tests/support/timing.ts'
import { anyCanary, type Canary, maya, type People } from './people.ts'
import type { World } from './world.ts'

export type AttackerRole = Exclude<Role, 'owner' | 'manager'> | 'stranger'

/** Thrown by the first page, file, email or feed that shows a canary to somebody who may not read it. */
export class CanaryRead extends Error {
  override name = 'CanaryRead'
}

export type Page = { path: string; status: number; text: string; isHtml: boolean; location: string | undefined }
export type Browser = ReturnType<Attacker['browse']>
export type Attacker = ReturnType<typeof createAttacker>

/** Paths that a page or an email of the site leads to. */
const pathsIn = (text: string, url: string) =>
  [...text.replaceAll(url, ' /').matchAll(/(?:(?:href|action|src)="|\s\/)(\/[^\s"<>#)\\]*)/g)].map(([, path = '']) =>
    path.replaceAll('&amp;', '&'),
  )

/**
 * Somebody of this role with browsers of their own, who reads everything that a page, a file or a mailbox of theirs shows
 * and keeps every address in it.
 */
export function createAttacker(world: World, role: AttackerRole, people: People) {
  const { site, mail } = world
  const own = role === 'stranger' ? [] : [world.addressOf(role)]
  const mailboxes = [...own, `mallory${people.n}@evil.example`, `m${people.n}@also.evil.example`]
  const known = new Set<string>()
  let mailRead = mail.received.length
  /** Codes that were read anywhere, the newest last. */
  const codes: string[] = []
  let requests = 0

  /** Only asked where there is a canary. */
  async function mayRead({ appointmentId, recordId, isForMaya }: Canary) {
    if (role !== 'practitioner') return false
    if (isForMaya) return true
    // What she makes hers later is not.
    if (recordId) return people.ofMaya.includes(recordId)
    const visit = await look(site, (db) =>
      db
        .selectFrom('appointments')
        .select('person')
        .where('id', '=', appointmentId ?? '')
        .executeTakeFirst(),
    )
    return visit?.person === `person:${maya}`
  }

  async function read(where: string, bytes: Uint8Array) {
    const text = Buffer.from(bytes).toString()
    const shown = text.startsWith('%PDF') ? readPdf(Buffer.from(bytes)).text.replaceAll(/\s/g, '') : bytes
    const all = Buffer.from(shown)
    if (containsWord(all, anyCanary))
      for (const canary of world.canaries)
        if (containsWord(all, canary.word)) {
          world.found.add(canary.of)
          if (!world.isOwner && !(await mayRead(canary)))
            throw new CanaryRead(`the ${role} read ${canary.of} in ${where}`)
        }
    for (const path of pathsIn(text, site.url)) known.add(path)
    for (const [, code = ''] of text.matchAll(/^\s*(\d{6})\s*$/gm)) codes.push(code)
    return text
  }

  function browse(name: string, using = visitor(site)) {
    async function ask(method: string, path: string, answer: Promise<Response>): Promise<Page> {
      requests += 1
      const { status, headers, ...rest } = await answer.then(async (all) => ({
        status: all.status,
        headers: all.headers,
        bytes: new Uint8Array(await all.arrayBuffer()),
      }))
      const text = await read(`${method} ${path} (${name})`, rest.bytes)
      const location = headers.get('Location')?.replace(site.url, '') ?? undefined
      if (location) known.add(location.replace(/#.*/, ''))
      return { path, status, text, isHtml: headers.get('Content-Type')?.includes('text/html') ?? false, location }
    }
    const get = (path: string) => ask('GET', path, using.get(path))
    return {
      name,
      cookies: using.cookies,
      get,
      /** Follows a redirect, as a browser does. */
      async post(path: string, fields: Record<string, string>) {
        const says = fields.intent ? `${path} ${fields.intent}` : path
        const answer = await ask('POST', says, using.post(path, fields))
        if (answer.location?.startsWith('/')) await get(answer.location.replace(/#.*/, ''))
        return { ...answer, path }
      },
    }
  }

  /** Waits until what was asked for has been sent, then reads the new emails of the own mailboxes. */
  async function readMail() {
    await look(site, (db) =>
      db.updateTable('jobs').set({ runAt: 0 }).where('kind', '=', 'send-email').where('attempts', '=', 0).execute(),
    )
    await until(async () => {
      const waiting = await look(site, (db) =>
        db
          .selectFrom('jobs')
          .select('id')
          .where('kind', '=', 'send-email')
          .where(({ eb, or }) => or([eb('attempts', '=', 0), eb('leasedUntil', '>', Date.now())]))
          .executeTakeFirst(),
      )
      return waiting === undefined || undefined
    })
    const fresh = mail.received.slice(mailRead)
    mailRead = mail.received.length
    for (const { to, text } of fresh) {
      if (!mailboxes.includes(to)) continue
      await read(`an email to ${to}`, Buffer.from(await toMailText(text)))
    }
  }

  const staff = role === 'stranger' ? undefined : browse(`the ${role}’s dashboard`, world.browserOf(role))
  /** Signs in again if an act has signed out, as handing over the tablet does. */
  async function stayIn() {
    if (role === 'stranger' || world.isOwner || (await staff?.get('/admin/more'))?.status === 200) return
    const using = world.browserOf(role)
    using.cookies.clear()
    await world.signIn(using, role)
  }
  return {
    ...{ world, role, people, mailboxes, known, codes, browse, readMail, staff, stayIn },
    requests: () => requests,
    outside: browse('a browser outside'),
  }
}
