/** 'on': the person may be emailed. 'unknown': only the clinic can interpret the cell. */
export type Verdict = 'on' | 'off' | 'unknown' | 'nothing'

/** For comparing: without case, accents, invisible characters, outer punctuation, and kinds of dashes. */
export const normalize = (text: string) =>
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

/** Parts of the words with which services say that a person must not be emailed; letters only. */
const offPart = new RegExp(
  [
    'unsub|bounce|clean|suppress|complain|blocked|blocklist|blacklist|optout|optedout|never|^not(?!if)|^non|donot|dont',
    '^no(permission|consent|email|mail|marketing|newsletter)|unconfirm|unverif|undeliver|await|waiting|pend(ing|ient|ente)',
    'inactiv|deactiv|desactiv|invalid|junk|spam|delet|cancel|disabl|archiv|remov|hold$|denied|revok|declin|refus|expired',
    'abuse|paused|stopped|abgemeldet|abbestellt|inaktiv|gesperrt|unbestatigt|widerruf|desabonn|desinscri|inactif|bloqu',
    'baja|rechazad|disiscri|disattiv|inattiv|annullat|descadastr|inativ|uitgeschreven|afgemeld|avregistr|отписа|退订',
  ].join('|'),
)

/** Clear as the only word of a cell, whatever the column's name. */
const clearOff = words(
  'unsubscribed|unsubscribe|opted out|opt out|suppressed|complained|bounced|hard bounced|hard bounce|cleaned|pending|' +
    'unconfirmed|never subscribed|not subscribed|non subscribed|nonsubscribed|blocklisted|blacklisted|do not email|' +
    'do not contact|awaiting confirmation|spam complaint|marked as spam|abgemeldet|abbestellt|desabonne|desinscrit',
)
const clearOn = words('subscribed|opted in|opt in|abonniert|angemeldet|suscrito|inscrit|iscritto')

const aDate = /^\s*["']?(\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4})/

const hasOffPart = (word: string) => offPart.test(word.replace(/\P{L}/gu, ''))

export function readClearWord(cell: string): 'on' | 'off' | undefined {
  const word = normalize(cell)
  return clearOff.has(word) ? 'off' : clearOn.has(word) ? 'on' : undefined
}

/** For cells such as 'active', 'cleaned', 'awaiting confirmation'. */
export function readStatus(cell: string): Verdict {
  const word = normalize(cell)
  if (onWords.has(word)) return 'on'
  return hasOffPart(word) ? 'off' : 'unknown'
}

/** For cells such as 'no', 'true', the date of the sign-up. */
export function readConsent(cell: string): Verdict {
  const word = normalize(cell)
  if (yes.has(word) || aDate.test(cell)) return 'on'
  return no.has(word) ? 'off' : readStatus(cell)
}

/** Every value means that the person unsubscribed, except a 'no'. */
export function readLeaving(cell: string): Verdict {
  const word = normalize(cell)
  if (empty.has(word) || no.has(word) || clearOn.has(word) || /^0{4}|^https?:/.test(word)) return 'nothing'
  return ['ok', 'valid', 'active', 'deliverable'].includes(word) ? 'nothing' : 'off'
}

export const isYes = (cell: string) => yes.has(normalize(cell))

export const isYesOrNo = (cell: string) => yes.has(normalize(cell)) || no.has(normalize(cell))

/** Longer than a number or a letter, which may mean something else. */
export const isPlainNo = (cell: string) => normalize(cell).length > 1 && no.has(normalize(cell))

export const isDate = (cell: string) => aDate.test(cell)
