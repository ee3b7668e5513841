import { normalize } from './status-words.ts'

const negation =
  'do ?not|don ?t|does ?not|doesn ?t|did ?not|didn ?t|not?|never|stop|without|no (?:more|longer|further)|keine?n?|nicht|ne|pas|sin|nao|non'
const mail =
  'e ?mail|mail|contact|kontakt|send|sent|market|newsletter|subscri|abonn|suscri|inscri|receiv|recib|receb|writ|wish|wants?|interest|confirm|verif|permi|consent|agree|disturb|envi|desea|quier'

/** Whole words that say that a person must not be emailed; no name and no place contains them. */
const offWord = new RegExp(
  `(?<!\\p{L})(?:${[
    `(?:${negation})(?: \\p{L}+){0,2} ?(?:${mail})\\p{L}*`,
    'unsub\\p{L}*|opt(?:ed|ing|s)? ?outs?|dn[cem]|suppress\\p{L}*|(?:hard|soft)? ?bounc\\p{L}*|complain\\p{L}*|cleaned',
    'block(?:ed|list\\p{L}*| list(?:ed)?)|black ?list\\p{L}*|spam(?:med|mer|trap)?|junk|unconfirmed|unverified|undeliverable|invalid',
    'inactive|deactivated|disabled|archived|deleted?|removed?|revoked|withdr[ae]wn?|declined|expired|cancell?ed|deceased',
    'abgemeldet\\p{L}*|abmeld\\p{L}*|abbestell\\p{L}*|ausgetragen\\p{L}*|gelosch\\p{L}*|geloescht\\p{L}*|gesperrt\\p{L}*',
    'widerruf\\p{L}*|inaktiv\\p{L}*|unbestatigt\\p{L}*|nicht|keine?n?|des(?:inscri|abonn|activ|uscri)\\p{L}*|supprim\\p{L}*',
    'refus\\p{L}*|bloqu\\p{L}*|inacti[fv]\\p{L}*|bajas?(?! california)|eliminad\\p{L}*|borrad[oa]s?|cancelad\\p{L}*',
    'rechazad\\p{L}*|descadastr\\p{L}*|removid\\p{L}*|inativ\\p{L}*|disiscri\\p{L}*|disattiv\\p{L}*|cancellat\\p{L}*',
    'uitgeschreven|afgemeld|avregistr\\p{L}*|отписа\\p{L}*',
  ].join('|')})(?!\\p{L})`,
  'u',
)

/** Whether a cell or a file's name says that people must not be emailed. */
export const hasOffWord = (text: string) => offWord.test(normalize(text).replace(/[^\p{L}\p{N}]+/gu, ' '))
