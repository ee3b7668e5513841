import PostalMime from 'postal-mime'
import {
  findReturnedId,
  isAboutEmail,
  isAboutSender,
  isByServer,
  isNoFailure,
  type Report,
  takeApart,
} from './bounce-report.ts'
import { findFailureCause, saysNoSuchAddress } from './failure-cause.ts'

export type Bounce = {
  /** Of the email that came back. */
  messageId: string
  /** What the mail server said, beginning with its status code if there is one. */
  said: string
  /** Nothing will ever reach this address. */
  isAddressWrong: boolean
}

const limits = { maxNestingDepth: 20, maxHeadersSize: 64 * 1024, forceRfc822Attachments: true }

/**
 * Reads a mail server's report that an email could not be delivered: a delivery status notification (RFC 3464), or one in
 * words. Undefined for other messages, and for one that says no failure.
 */
export async function readBounce(raw: Uint8Array): Promise<Bounce | undefined> {
  // What is no message, or nested without end, is none either.
  const message = await PostalMime.parse(raw, limits).catch(() => undefined)
  if (!message) return undefined
  const report = takeApart(message)
  const said = report.fields ? readFields(report.fields, report) : readWords(report)
  const messageId = said && findReturnedId(report)
  if (!said || !messageId) return undefined
  return { messageId, said: said.slice(0, 1_000), isAddressWrong: isAddressWrong(said, report) }
}

/** The words say at which step the server answered; a filter may answer to an email that there is no such person. */
const isAddressWrong = (said: string, { words }: Report) =>
  saysNoSuchAddress(said) && !isAboutSender(words) && !(isVague(said) && isAboutEmail(words))

const isVague = (said: string) =>
  !/\b5\.1\.\d/.test(said) && /unknown user|user unknown|no such user|not exist/i.test(said)

/** Of the first recipient whom the report calls failed. What its words say counts if the fields say too little. */
function readFields(groups: Map<string, string>[], report: Report) {
  const failed = groups.find((fields) =>
    fields.has('action')
      ? fields.get('action')!.toLowerCase().startsWith('fail')
      : fields.has('final-recipient') && fields.get('status')?.startsWith('5'),
  )
  if (!failed) return undefined
  const status = /^[245]\.\d{1,3}\.\d{1,3}/.exec(failed.get('status') ?? '')?.[0] ?? ''
  const diagnostic = (failed.get('diagnostic-code') ?? '').replace(/^\s*[\w-]+\s*;\s*/, '')
  const said = `${status} ${diagnostic}`.trim()
  if (findFailureCause(said) !== 'rejected') return said
  const inWords = readAnswer(report)
  return said === '' || findFailureCause(inWords) !== 'rejected' ? `${said} ${inWords}`.trim() : said
}

const readWords = (report: Report) =>
  isByServer(report.message) && !isNoFailure(report) ? readAnswer(report) : undefined

/** The shortest of the report's words that say why. */
function readAnswer({ words, message: { subject = '' } }: Report) {
  const answer = quotedAnswer(words.replaceAll(/\s+/g, ' ').trim())
  return [answer, words, subject].find((text) => findFailureCause(text) !== 'rejected') ?? answer
}

/** What a server answered, after its code, or as qmail writes before a code in brackets. */
function quotedAnswer(words: string) {
  const inBrackets = /\(#[45]\.\d\.\d{1,3}\)/.exec(words)
  if (inBrackets) return words.slice(Math.max(0, inBrackets.index - 250), inBrackets.index + inBrackets[0].length)
  const code = /\b[45]\d\d(?=[ :,-])|\b[45]\.\d\.\d{1,3}\b/.exec(words)
  return code ? words.slice(code.index, code.index + 400) : words.slice(0, 1_000)
}
