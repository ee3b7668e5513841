export type FailureCause = 'no-mailbox' | 'mailbox-full' | 'limit' | 'refused' | 'closed' | 'unreachable' | 'rejected'

const anyOf = (...signs: RegExp[]) => new RegExp(signs.map(({ source }) => source).join('|'), 'i')

const someone =
  /(?:user|recipient|account|mailbox|address|addressee|domain|host|person|name|userid|customer|alias)(?:s|es)?\b/
const isMissing =
  /\b(?:not found|unknown|(?:n[o’']t|not) exist|non-?existent|no longer (?:exists|valid|here)|(?:not|n[o’']t) (?:\w+ ){0,2}(?:valid|known|listed|recogni[sz]ed|found|here)|invalid)/
const missing = /\b(?:unknown|invalid|illegal|no such|non-?existent|not a (?:valid|known)|bad destination|unrout\w+)/

/**
 * What mail servers say, by its cause: enhanced codes (RFC 3463) and the words of large providers. In this order, because a
 * server may say several things. Its sender, a limit, a list or a policy is never the address's fault, and an account that
 * is full or closed exists.
 */
const signs: [FailureCause, RegExp][] = [
  [
    'limit',
    anyOf(
      /\b[45]\.4\.5\b|throttl|too (?:fast|frequent|quickly)|receiving mail at a rate|until tomorrow|try tomorrow|\brate[ -]?limit|\b(?:per|this|last) (?:hour|day|minute|24)\b/,
      /\b(?:daily|hourly|monthly|sending|send|outgoing|outbound) (?:\w+ ){0,3}(?:limit|quota)s?\b/,
      /\b(?:message|sending|sender|mail) quota|quota (?:was |is )?used up|credits? (?:\w+ ){0,2}used up|daily (?:maximum|allowance)/,
      /\bexceed\w* (?:\w+ ){0,2}(?:plan|allowance)|\b(?:message|e-?mail|recipient)s? limit|(?:limit|quota) (?:\w+ ){0,3}(?:messages|recipients|e-?mails)/,
      /too many (?:\w+ ){0,2}(?:messages|recipients|connections|e-?mails|errors|requests|sessions|invalid)/,
      /(?:at a|exceed\w*|maximum|over) (?:\w+ ){0,4}rate\b/,
    ),
  ],
  [
    'mailbox-full',
    anyOf(
      /\b[45]\.2\.2\b|over ?-?(?:the |its |their )?(?:disk )?quota|quota (?:\w+ ){0,3}(?:exceeded|full|violation|reached)/,
      /exceed\w* (?:\w+ ){0,5}(?:quota|storage|space|allowed size)|mailbox (?:size )?(?:limit )?exceed/,
      /\b(?:mail)?(?:box|folder|account|user|inbox) (?:\w+ ){0,3}full\b|\bfull (?:mail|in)?box|full file system/,
      /(?:out of|insufficient|not enough|\bno) (?:\w+ ){0,2}(?:space|storage)/,
    ),
  ],
  [
    'refused',
    anyOf(
      /\b[45]\.7\.\d+\b|\b[45]\.1\.[78]\b|\b5\.5\.4\b|polic(?:y|ies)|reputation|recipient preferences|protocol (?:violation|error)/,
      /\bspam|virus|malware|\bblock(?:ed|list| list|ing)|black-? ?list|gr[ea]y-? ?list|deny-? ?list|\bbanned|\w?BL\b/,
      /\bunsolicited|\bjunk\b|administrative prohibition|own rules|(?<!rejected: |or )access denied|message rejected/,
      /white-? ?list|allow-? ?list|\bcontacts\b|\b(?:accept|take|receive)s? (?:any )?(?:e-?)?mails? from\b|\bmail from \S+ (?:refus|reject)/,
      /\blog ?in\b|authori[sz]ation|smart ?host|(?:add|verify) it first|\byour from\b|(?:may|can) ?not send|no permission|invalid dns|\bDNS\b.{0,20}\binvalid/,
      /\b(?:DMARC|SPF|DKIM|PTR|HELO|EHLO)\b|authenti?cat|authorized|reverse (?:dns|lookup)|\br-?dns\b/,
      /\brelay(?:ing)?\b.{0,40}(?:den|prohibit|not |refus|forbid|disallow)/,
      /(?:den\w+|no|not|cannot|unable to|insecure(?: mail)?|prohibit\w*) (?:\w+ ){0,2}relay/,
      /your (?:ip|host\w*|server|domain|mail server|network)\b|(?:client|sending|originating) (?:ip|host|server|domain)/,
      /\b(?:sender|mail from|from:? (?:address|domain)|return-?path|envelope from|originator|sent from)\b.{0,80}(?:reject|refus|den(?:y|ied)|invalid|illegal|\bnot\b|unknown|unrout|verif)/,
      /(?:reject\w*|refus\w*|invalid|illegal|unrout\w+|unknown|bad|domain of|unauthenticated) (?:\w+ ){0,2}senders?\b|\bsender[’']?s? domain/,
      /content (?:\w+ )?(?:reject|refus|den|filter)|message (?:was )?(?:refused|filtered)/,
    ),
  ],
  ['closed', /disabled|suspend|(?<!5\.1\.1 .*)inactive|frozen|deactivated|discontinued|\blocked|on ?hold\b|dormant/i],
  [
    'rejected',
    anyOf(
      /temporar|try (?:again )?later|try again in|host not found, try again|\bexpired|\bloop|malformed|system error/,
      /attachment (?:file )?name|\breply-to header|header contains|servfail|dns (?:server )?failure|licen[sc]e|certificate/,
      /too (?:large|big|long)|message size|size limit|\b[45]\.2\.3\b|procmail/,
    ),
  ],
  ['unreachable', /timed? ?out/i],
  [
    'no-mailbox',
    anyOf(
      /\b[45]\.1\.(?:[1236]|10)\b|\b5\.2\.1\b|\b5\.4\.4\b/,
      new RegExp(`${someone.source}.{0,60}${isMissing.source}`),
      new RegExp(`${missing.source} (?:\\w+ ){0,3}${someone.source}`),
      /(?:couldn[’']t|could not|can(?:no|[’'])t) (?:be |find |find any )(?:\w+ )?(?:host|found)|no such (?:\w+ )?here/,
      /\bno (?:\w+ )?mailbox\b|(?<!5\.5\.1 .{0,40})no valid recipients?|\bnot (?:\w+ )?in (?:my|our|the) |\bnot our /,
      /\bno (?:mx|mail exchanger)|find a mail exchanger|null mx|NXDOMAIN|no SMTP service|domain is not reachable/,
      /n[o’']t have an? \S* ?account|(?:n[o’']t|not|no longer) (?:accept|receive)s? (?:any )?e?-?mail|\bc=uunf\b/,
      // Outlook's, Exchange Online's, IronPort's, Postfix's, Symantec's and Domino's way to say it.
      /\buser not local|mailbox name not allowed|\b5\.5\.0 .*mailbox unavailable|5\.4\.1 .*recipient address rejected: access denied/,
      /\b5\.1\.0 .*address rejected|recipient address rejected\W*$|\b542 .*rejected|見つかりません|リストにありません/,
    ),
  ],
  ['unreachable', /\bE(CONN\w+|TIMEDOUT|NOTFOUND|AI_AGAIN|HOSTUNREACH|SOCKET)\b|unreachable/i],
]

/** Why an email failed, from what the mail server said: for words that everybody understands. */
export function findFailureCause(said: string): FailureCause {
  // Its own words only: an address may contain any of them. Not without end, because a stranger may have written them.
  const words = said.slice(0, 4_000).replaceAll(/[^\s@]{1,100}@\S{1,200}/g, 'x')
  return signs.find(([, sign]) => sign.test(words))?.[0] ?? 'rejected'
}

/** Only a mailbox or a domain that isn't there is the address's fault. A code of 4 may work another time (RFC 3463, 3). */
export const saysNoSuchAddress = (said: string) =>
  findFailureCause(said) === 'no-mailbox' &&
  (!/^(?:5\.\d+\.\d+ )?4/.test(said) || /user unknown in \w+( \w+)? table/i.test(said))
