import { createHash } from 'node:crypto'
import type { ImapFlow } from 'imapflow'

/** `receivedAt`: when the mailbox got it, epoch milliseconds. `raw`: its beginning. */
export type MailboxMessage = { uid: number; receivedAt: number; raw: Uint8Array }

/** Up to where a mailbox was read: UIDs count only with their UIDVALIDITY (RFC 9051, 2.3.1.1). */
export type MailboxPlace = { uidValidity: string; lastUid: number }

/** `reason`: safe to log; what a server says may name people. */
export type MailboxVisit = { ok: true } | { ok: false; reason: string }

export type BounceMailbox = {
  /** Tells one mailbox from another, without its password. */
  name: string
  /**
   * Hands on what is new, the oldest first. `take` returns whether the message was for us; then it is marked as read, and
   * all others stay as they are. Throws what these functions throw.
   */
  read(
    findPlace: (uidValidity: string) => Promise<MailboxPlace>,
    take: (message: MailboxMessage, place: MailboxPlace) => Promise<boolean>,
  ): Promise<MailboxVisit>
  /** Signs in and opens the folder. */
  test(): Promise<MailboxVisit>
}

type Options = { patienceMs?: number; longestMs?: number }

/** A report has its status and the headers of the email at its beginning. */
const mostBytes = 256 * 1024
/** The rest waits for the next time. */
const mostMessages = 200

/**
 * Reads the mailbox of BOUNCE_IMAP_URL. `patienceMs`: how long the server may be silent; `longestMs`: how long a visit may
 * take. The library is loaded only when it is used.
 */
export function createBounceMailbox(
  address: string,
  { patienceMs = 20_000, longestMs = 60_000 }: Options = {},
): BounceMailbox {
  const { protocol, hostname, port, username, password, pathname } = new URL(address)
  const secure = protocol === 'imaps:'
  const folder = decodeURIComponent(pathname.slice(1)) || 'INBOX'

  async function visit(work: (client: ImapFlow, uidValidity: string) => Promise<void>): Promise<MailboxVisit> {
    const { ImapFlow } = await import('imapflow')
    const client = new ImapFlow({
      host: hostname,
      port: Number(port) || (secure ? 993 : 143),
      secure,
      auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
      // Its log has the names of people.
      logger: false,
      disableAutoIdle: true,
      connectionTimeout: patienceMs,
      greetingTimeout: patienceMs,
      socketTimeout: patienceMs,
      maxLineLength: mostBytes,
      maxLiteralSize: 2 * mostBytes,
      maxResponseSize: 4 * mostBytes,
      maxResponseTokens: 10_000,
    })
    const ended = Promise.withResolvers<never>()
    // Also what waits for an answer fails of it.
    client.on('error', (error: Error) => ended.reject(error))
    const timer = setTimeout(() => ended.reject(tooLong), longestMs)
    ended.promise.catch(() => {})
    try {
      const visiting = async () => {
        await client.connect()
        const { uidValidity } = await client.mailboxOpen(folder)
        return work(client, String(uidValidity))
      }
      await Promise.race([visiting(), ended.promise])
      return { ok: true }
    } catch (error) {
      if (error instanceof OwnFailure) throw error.cause
      return { ok: false, reason: explain(error) }
    } finally {
      clearTimeout(timer)
      client.close()
    }
  }

  return {
    name: createHash('sha256').update(`${protocol}//${username}@${hostname}:${port}/${folder}`).digest('base64url'),
    test: () => visit(async () => {}),
    read: (findPlace, take) =>
      visit(async (client, uidValidity) => {
        const place = await ours(findPlace(uidValidity))
        const found = await client.search({ uid: `${place.lastUid + 1}:*` }, { uid: true })
        // '*' is the last message, even if its UID is lower.
        const uids = (found || []).filter((uid) => uid > place.lastUid).toSorted((one, other) => one - other)
        for (const uid of uids.slice(0, mostMessages)) {
          const query = { internalDate: true, source: { maxLength: mostBytes } }
          const message = await client.fetchOne(String(uid), query, { uid: true })
          // Somebody may have deleted it meanwhile.
          if (!message || !message.source) continue
          const receivedAt = new Date(message.internalDate ?? Date.now()).getTime()
          const raw = message.source.subarray(0, mostBytes)
          const isOurs = await ours(take({ uid, receivedAt, raw }, place))
          if (isOurs) await client.messageFlagsAdd(String(uid), ['\\Seen'], { uid: true })
        }
      }),
  }
}

/** Not the server's. */
class OwnFailure extends Error {}

const ours = <Answer>(work: Promise<Answer>) =>
  work.catch((cause: unknown) => {
    throw new OwnFailure('', { cause })
  })

function explain(error: unknown): string {
  const { authenticationFailed, mailboxMissing, responseStatus, code } = error as ImapError
  if (authenticationFailed) return 'not-signed-in'
  if (mailboxMissing || responseStatus === 'NO') return 'no-folder'
  return error === tooLong || /TIMEOUT/i.test(code ?? '') ? 'timeout' : 'unreachable'
}

/** What imapflow adds to its errors. */
type ImapError = { authenticationFailed?: boolean; mailboxMissing?: boolean; responseStatus?: string; code?: string }

const tooLong = new Error('the visit took too long')
