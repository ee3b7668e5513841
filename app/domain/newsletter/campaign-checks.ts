import { isWebAddress } from '#app/domain/shared/web-address.ts'

export type CheckName =
  | 'recipients'
  | 'text'
  | 'pictures'
  | 'link'
  | 'encrypted'
  | 'claims'
  | 'repeated'
  | 'mail'
  | 'address'
  | 'unsubscribe'

/** Red: the newsletter cannot be sent. Amber: the clinic decides. */
export type Check = { name: CheckName; light: 'green' | 'amber' | 'red' }

export type CheckInput = {
  /** Of the one link; a text of blocks has its own, which are checked with its text. */
  url: string | undefined
  /** Whether the text of blocks can be sent; undefined for a newsletter of one link. */
  textIsFine?: boolean | undefined
  recipients: number
  /** Whether the linked page answered. */
  linkAnswers: boolean
  /** How many claims about diseases are in the subject and the introduction. */
  claims: number
  sentBefore: boolean
  emailsLeave: boolean
  /** 'none': the clinic removed it; 'placeholder': it has no street yet. */
  postalAddress: 'given' | 'placeholder' | 'none'
  unsubscribeWorks: boolean
  /** Undefined for an email without pictures. */
  picturesShow?: boolean | undefined
}

/** In the order of the page. Red is what would break the law or reach no recipient. */
export function runCampaignChecks(input: CheckInput): Check[] {
  const {
    url,
    textIsFine,
    recipients,
    claims,
    sentBefore,
    emailsLeave,
    postalAddress,
    unsubscribeWorks,
    picturesShow,
  } = input
  // An email that is only stored breaks no law.
  const serious: Check['light'] = emailsLeave ? 'red' : 'amber'
  return [
    { name: 'recipients', light: recipients > 0 ? 'green' : 'red' },
    ...(textIsFine === undefined
      ? []
      : [{ name: 'text' as const, light: textIsFine ? ('green' as const) : ('red' as const) }]),
    ...(picturesShow === undefined ? [] : [{ name: 'pictures' as const, light: toLight(picturesShow) }]),
    ...(url === undefined ? [] : checkLink(url, input)),
    { name: 'claims', light: toLight(claims === 0) },
    ...(sentBefore ? [{ name: 'repeated' as const, light: 'amber' as const }] : []),
    { name: 'mail', light: toLight(emailsLeave) },
    { name: 'address', light: postalAddress === 'none' ? serious : toLight(postalAddress === 'given') },
    { name: 'unsubscribe', light: unsubscribeWorks ? 'green' : serious },
  ]
}

function checkLink(url: string, { linkAnswers }: CheckInput): Check[] {
  if (!isWebAddress(url)) return [{ name: 'link', light: 'red' }]
  return [
    { name: 'link', light: linkAnswers ? 'green' : 'amber' },
    { name: 'encrypted', light: toLight(url.toLowerCase().startsWith('https:')) },
  ]
}

const toLight = (isGood: boolean): Check['light'] => (isGood ? 'green' : 'amber')

export const canSend = (checks: Check[]) => checks.every(({ light }) => light !== 'red')
