export type FailureCause = 'no-mailbox' | 'mailbox-full' | 'refused' | 'unreachable' | 'rejected'

/** In this order, since a server may say several things. */
const signs: [FailureCause, RegExp][] = [
  ['mailbox-full', /\b[45]\.2\.2\b|\b552\b|over ?quota|quota exceeded|(mail)?box (is )?full/i],
  ['refused', /\b[45]\.7\.\d+\b|\bspam\b|blocked|blacklist|blocklist|policy|reputation|\bDMARC\b|\bSPF\b/i],
  ['no-mailbox', /\b5\.1\.\d+\b|\b55[013]\b|no such|user unknown|unknown user|does ?n[o’']t exist|not found/i],
  ['unreachable', /\bE(CONN\w+|TIMEDOUT|NOTFOUND|AI_AGAIN|HOSTUNREACH|SOCKET)\b|timed? ?out|unreachable/i],
]

/** Why an email failed, from what the mail server said: for words that everybody understands. */
export const findFailureCause = (said: string): FailureCause =>
  signs.find(([, sign]) => sign.test(said))?.[0] ?? 'rejected'
