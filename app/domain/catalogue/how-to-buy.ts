import type { Content } from '#app/domain/content/content-record.ts'
import type { Promises } from '#content/pages/page.ts'

/** How customers of the shop pay, as the settings have it. */
export const toHowToBuy = (
  { text, online }: Content<'products-page'>['howToBuy'],
  { takesPayments }: Pick<Promises, 'takesPayments'>,
) => (takesPayments ? online : text)
