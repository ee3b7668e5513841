/** What the clinic asks for in advance; `path`: of the form to book it. In cents. */
export type PaidBooking = { path: string; payAhead: 'deposit' | 'full' | 'card'; cents: number; cancelFee: number }

export const deposit: PaidBooking = { path: '/booking/general', payAhead: 'deposit', cents: 5_000, cancelFee: 2_000 }
export const fullPrice: PaidBooking = { path: '/booking/shirodhara', payAhead: 'full', cents: 12_000, cancelFee: 0 }
export const card: PaidBooking = { path: '/booking/abhyangam', payAhead: 'card', cents: 0, cancelFee: 4_000 }
export const paidPlan: PaidBooking = {
  path: '/booking/abhyangam?plan=abhyangam-5-times',
  payAhead: 'full',
  cents: 40_000,
  cancelFee: 3_000,
}

/** A fifth of what is paid, so that each amount has whole cents of tax in whatever order it is earned and refunded. */
export const serviceTaxPercent = '25'

export const editorOf = ({ path }: PaidBooking) =>
  path.replace(/^\/booking\/(?:\w+\?plan=(.+)|(.+))$/, (_, plan?: string, service?: string) =>
    plan ? `/admin/plan-templates/${plan}` : `/admin/services/${service}`,
  )
