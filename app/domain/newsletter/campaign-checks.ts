import { isWebAddress } from '#app/domain/shared/web-address.ts'

export type CheckName = 'recipients' | 'link' | 'encrypted' | 'claims' | 'repeated' | 'mail' | 'address' | 'unsubscribe'

/** Red ones keep a newsletter from being sent; amber ones are for the clinic to judge. */
export type Check = { name: CheckName; light: 'green' | 'amber' | 'red' }

export type Checked = {
  url: string
  recipients: number
  /** Whether the page answered when it was asked for. */
  linkAnswers: boolean
  /** How many claims about diseases are in subject and words. */
  claims: number
  /** Whether a newsletter with this link went out before. */
  sentBefore: boolean
  /** Whether mail leaves the house. */
  emailsLeave: boolean
  /** 'none': the clinic took it off; 'stand-in': no street yet. */
  postalAddress: 'given' | 'stand-in' | 'none'
  /** Whether somebody could leave the list by the email's link, tried out. */
  unsubscribeWorks: boolean
}

/** Whether a newsletter can go out, in the order of the page (issue: red is what would break the law or reach nobody). */
export function checksOf(checked: Checked): Check[] {
  const { url, recipients, linkAnswers, claims, sentBefore, emailsLeave, postalAddress, unsubscribeWorks } = checked
  const wellFormed = isWebAddress(url)
  // Nothing breaks the law that reaches nobody.
  const serious: Check['light'] = emailsLeave ? 'red' : 'amber'
  return [
    { name: 'recipients', light: recipients > 0 ? 'green' : 'red' },
    { name: 'link', light: !wellFormed ? 'red' : linkAnswers ? 'green' : 'amber' },
    ...(wellFormed ? [{ name: 'encrypted' as const, light: lightOf(url.toLowerCase().startsWith('https:')) }] : []),
    { name: 'claims', light: lightOf(claims === 0) },
    ...(sentBefore ? [{ name: 'repeated' as const, light: 'amber' as const }] : []),
    { name: 'mail', light: lightOf(emailsLeave) },
    { name: 'address', light: postalAddress === 'none' ? serious : lightOf(postalAddress === 'given') },
    { name: 'unsubscribe', light: unsubscribeWorks ? 'green' : serious },
  ]
}

const lightOf = (good: boolean): Check['light'] => (good ? 'green' : 'amber')

export const mayBeSent = (checks: Check[]) => checks.every(({ light }) => light !== 'red')
