/** What a cell says about a person: may be mailed, must not be, nothing at all, or something that only the clinic knows. */
export type Verdict = 'on' | 'off' | 'unknown' | 'nothing'

/** A text for comparing: without case, accents, invisible characters, punctuation around it, and kinds of dashes. */
export const folded = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .toLowerCase()
    .replace(/[\s_\p{Pd}]+/gu, ' ')
    .replace(/^[\s\p{P}]+|[\s\p{P}]+$/gu, '')

const words = (list: string) => new Set(list.split('|'))

const yes = words('yes|y|true|t|1|on|in|x|✓|✔|ja|j|oui|vrai|si|s|verdadero|sim|vero|wahr|tak|да|是|はい')
const no = words('no|n|false|f|0|off|out|none|nein|non|faux|falso|nao|falsch|nie|nee|nej|нет|否|いいえ')
const empty = words('|null|nil|none|na|n/a|nan|undefined|never|unset')

const onWords = words(
  'subscribed|subscriber|active|enabled|confirmed|verified|valid|deliverable|ok|opted in|opt in|optin|single opt in|' +
    'double opt in|express|explicit|implied|implicit|abonniert|angemeldet|aktiv|bestatigt|abonne|inscrit|actif|confirme|' +
    'suscrito|activo|alta|confirmado|iscritto|attivo|confermato|inscrito|ativo|actief|ingeschreven|подписан|已订阅',
)

/** Parts of the words with which any service says that somebody is not to be mailed. Emails only. */
const offPart = new RegExp(
  [
    'unsub|bounce|clean|suppress|complain|blocked|blocklist|blacklist|optout|optedout|never|^not(?!if)|^non|donot|dont',
    '^no(permission|consent|email|mail|marketing|newsletter)|unconfirm|unverif|undeliver|await|waiting|pend(ing|ient|ente)',
    'inactiv|deactiv|desactiv|invalid|junk|spam|delet|cancel|disabl|archiv|remov|hold$|denied|revok|declin|refus|expired',
    'abuse|paused|stopped|abgemeldet|abbestellt|inaktiv|gesperrt|unbestatigt|widerruf|desabonn|desinscri|inactif|bloqu',
    'baja|rechazad|disiscri|disattiv|inattiv|annullat|descadastr|inativ|uitgeschreven|afgemeld|avregistr|отписа|退订',
  ].join('|'),
)

/** These say so wherever they stand alone in a cell, whatever the column is called. */
const plainlyOff = words(
  'unsubscribed|unsubscribe|opted out|opt out|suppressed|complained|bounced|hard bounced|hard bounce|cleaned|pending|' +
    'unconfirmed|never subscribed|not subscribed|non subscribed|nonsubscribed|blocklisted|blacklisted|do not email|' +
    'do not contact|awaiting confirmation|spam complaint|marked as spam|abgemeldet|abbestellt|desabonne|desinscrit',
)
const plainlyOn = words('subscribed|opted in|opt in|abonniert|angemeldet|suscrito|inscrit|iscritto')

const aDate = /^\s*["']?(\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4})/

const hasOffPart = (word: string) => offPart.test(word.replace(/\P{L}/gu, ''))

/** Whatever the column is called: 'on' and 'off' only for words that mean nothing else. */
export function saysPlainly(cell: string): 'on' | 'off' | undefined {
  const word = folded(cell)
  return plainlyOff.has(word) ? 'off' : plainlyOn.has(word) ? 'on' : undefined
}

/** In a column that names a status: 'active', 'cleaned', 'awaiting confirmation'. */
export function readStatus(cell: string): Verdict {
  const word = folded(cell)
  if (onWords.has(word)) return 'on'
  return hasOffPart(word) ? 'off' : 'unknown'
}

/** In a column of who agreed: 'no', 'true', the day of the sign-up. */
export function readConsent(cell: string): Verdict {
  const word = folded(cell)
  if (yes.has(word) || aDate.test(cell)) return 'on'
  return no.has(word) ? 'off' : readStatus(cell)
}

/** In a column of who left: whatever stands there says so, but for a 'no'. */
export function readLeaving(cell: string): Verdict {
  const word = folded(cell)
  if (empty.has(word) || no.has(word) || plainlyOn.has(word) || /^0{4}|^https?:/.test(word)) return 'nothing'
  return ['ok', 'valid', 'active', 'deliverable'].includes(word) ? 'nothing' : 'off'
}

export const isYesOrNo = (cell: string) => yes.has(folded(cell)) || no.has(folded(cell))

/** A 'no' that is no number, letter or sex. */
export const isPlainNo = (cell: string) => folded(cell).length > 1 && no.has(folded(cell))

export const isDate = (cell: string) => aDate.test(cell)
