import type { ContentSchema } from '#app/domain/content/content-schema.ts'
import { email, emailWithAfter } from './email.ts'

const toNumber = '{number} stands for the number of the order.'

export const orderEmailsSchema = {
  title: 'Emails about orders',
  emails: ['order-confirmation', 'order-confirmed', 'order-ready', 'order-cancelled'],
  fields: {
    received: email('Received', `${toNumber} {total} and {how}: the sum and how to pay.`, ['number', 'total', 'how']),
    confirmed: email('Confirmed', toNumber, ['number']),
    ready: email('Ready to pick up', toNumber, ['number']),
    cancelled: emailWithAfter('Canceled', toNumber, ['number']),
  },
} as const satisfies ContentSchema
