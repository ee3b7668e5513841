import type { Order } from '#app/domain/orders/order.ts'

export const sampleOrigin = 'https://www.clinic.example'

export const sampleLink = (path: string) =>
  `${sampleOrigin}${path}/c2FtcGxlLWxpbms.QnV0LWEtbG9uZy1zaWduYXR1cmUtYWZ0ZXItaXQ`

export const sampleOrder: Order = {
  id: 'sample',
  number: 'K7F-29Q',
  status: 'new',
  name: 'Maya Thomas',
  email: 'maya@example.com',
  phone: '(205) 555-0100',
  note: 'Tablets, please.\nI can come on Thursday.',
  lines: [
    { productId: 'triphala', name: 'Triphala powder/Tab/Cap', priceCents: 1200, quantity: 12, supplement: true },
    { productId: 'ayur-skin-care', name: 'Ayur Skin Care', priceCents: 1500, quantity: 1, supplement: false },
  ],
  totalCents: 15_900,
  placedAt: Date.UTC(2026, 10, 20, 18),
  payBy: undefined,
  paidWith: undefined,
  giftCardId: undefined,
  giftCardHint: undefined,
  giftCardCents: undefined,
}

export const sampleAppointment = {
  id: 'sample',
  state: 'confirmed',
  startsAt: Date.UTC(2026, 10, 24, 16, 30),
  endsAt: Date.UTC(2026, 10, 24, 17, 30),
  bookedAt: 0,
  revision: 0,
  uidDomain: undefined,
  cancelledLate: false,
  name: 'Maya Thomas',
  phone: '(205) 555-0100',
} as const
