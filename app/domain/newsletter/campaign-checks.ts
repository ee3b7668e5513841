import { isWebAddress } from '#app/domain/shared/web-address.ts'

export type CheckName = 'recipients' | 'link' | 'encrypted' | 'claims' | 'repeated' | 'mail' | 'address' | 'unsubscribe'

/** Red: the newsletter cannot be sent. Amber: the clinic decides. */
export type Check = { name: CheckName; light: 'green' | 'amber' | 'red' }

export type CheckInput = {
  url: string
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
}

/** In the order of the page. Red is what would break the law or reach no recipient. */
export function runCampaignChecks(input: CheckInput): Check[] {
  const { url, recipients, linkAnswers, claims, sentBefore, emailsLeave, postalAddress, unsubscribeWorks } = input
  const wellFormed = isWebAddress(url)
  // An email that is only stored breaks no law.
  const serious: Check['light'] = emailsLeave ? 'red' : 'amber'
  return [
    { name: 'recipients', light: recipients > 0 ? 'green' : 'red' },
    { name: 'link', light: !wellFormed ? 'red' : linkAnswers ? 'green' : 'amber' },
    ...(wellFormed ? [{ name: 'encrypted' as const, light: toLight(url.toLowerCase().startsWith('https:')) }] : []),
    { name: 'claims', light: toLight(claims === 0) },
    ...(sentBefore ? [{ name: 'repeated' as const, light: 'amber' as const }] : []),
    { name: 'mail', light: toLight(emailsLeave) },
    { name: 'address', light: postalAddress === 'none' ? serious : toLight(postalAddress === 'given') },
    { name: 'unsubscribe', light: unsubscribeWorks ? 'green' : serious },
  ]
}

const toLight = (isGood: boolean): Check['light'] => (isGood ? 'green' : 'amber')

export const canSend = (checks: Check[]) => checks.every(({ light }) => light !== 'red')
