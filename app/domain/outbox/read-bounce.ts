import PostalMime from 'postal-mime'

export type Bounce = {
  /** Of the email that came back. */
  messageId: string
  /** What the mail server said, beginning with its status code. */
  said: string
  /** Nothing will ever reach this address. */
  isAddressWrong: boolean
}

const limits = { maxNestingDepth: 20, maxHeadersSize: 64 * 1024, forceRfc822Attachments: true }

/** Reads a delivery status notification (RFC 3464). Undefined for other messages, and for one that says no failure. */
export async function readBounce(raw: Uint8Array): Promise<Bounce | undefined> {
  // What is no message, or nested without end, is none either.
  const message = await PostalMime.parse(raw, limits).catch(() => undefined)
  if (!message) return undefined
  const partOf = (...types: string[]) => {
    const part = message.attachments.find(({ mimeType }) => types.includes(mimeType.toLowerCase()))
    return part && toText(part.content)
  }
  const [about, ...recipients] = parseFields(partOf('message/delivery-status', 'message/global-delivery-status') ?? '')
  const failed = recipients.find((fields) => fields.get('action')?.toLowerCase() === 'failed')
  const status = /^[245]\.\d{1,3}\.\d{1,3}/.exec(failed?.get('status') ?? '')?.[0]
  if (!failed || !status) return undefined
  const [original] = parseFields(
    partOf('message/rfc822', 'text/rfc822-headers', 'message/global', 'message/global-headers') ?? '',
  )
  const named = original?.get('message-id') ?? about?.get('original-message-id') ?? message.inReplyTo ?? ''
  const messageId = /<[^<>\s]{1,500}>/.exec(named)?.[0]
  if (!messageId) return undefined
  const diagnostic = (failed.get('diagnostic-code') ?? '').replace(/^\s*[\w-]+\s*;\s*/, '')
  return {
    messageId,
    said: `${status} ${diagnostic}`.trim().slice(0, 1_000),
    isAddressWrong: isAddressWrong(status, diagnostic),
  }
}

/**
 * Only codes that say the mailbox or its domain doesn't exist (RFC 3463, 3.2). A full mailbox, a policy or the sender's own
 * address is no person's fault, and 4.x.x may work another time.
 */
function isAddressWrong(status: string, diagnostic: string) {
  // Some servers give the right code only in what they say.
  if (/\b[45]\.(?:2\.2|7\.\d+)\b|\b4\.\d+\.\d+\b/.test(diagnostic)) return false
  return ['5.1.0', '5.1.1', '5.1.2', '5.1.3', '5.1.6', '5.1.10', '5.2.1'].includes(status)
}

const toText = (content: string | Uint8Array | ArrayBuffer) =>
  typeof content === 'string' ? content : new TextDecoder().decode(content)

/** The groups of fields of a text, each in lower case; a continued line belongs to the field before it. */
function parseFields(text: string): Map<string, string>[] {
  const unfolded = text.replaceAll(/\r\n?/g, '\n').replaceAll(/\n[ \t]+/g, ' ')
  return unfolded
    .split(/\n{2,}/)
    .slice(0, 20)
    .map((group) => {
      const fields = new Map<string, string>()
      for (const line of group.split('\n').slice(0, 200)) {
        const [, name, value] = /^([\w-]{1,100}):(.*)$/s.exec(line) ?? []
        if (name && value !== undefined && !fields.has(name.toLowerCase())) fields.set(name.toLowerCase(), value.trim())
      }
      return fields
    })
}
