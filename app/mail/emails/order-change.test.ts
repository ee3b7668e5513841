import { expect, test } from 'vitest'
import { contentFacts } from '#app/domain/clinic/clinic-facts.ts'
import { hoursByDay } from '#app/domain/clinic/opening-hours.ts'
import { deliveredContent } from '#app/domain/content/content-now.server.ts'
import { sampleOrder } from '#app/mail/samples.ts'
import { orderReady } from './order-change.ts'

const day = [{ opens: '09:00', closes: '17:00' }]
const hours = { monday: day, tuesday: day, wednesday: day, thursday: [], friday: day, saturday: [], sunday: [] }

test('an order that is ready comes with the opening hours, days in a row with the same hours together', () => {
  const clinic = { ...contentFacts(0), closures: [], week: hoursByDay({ hours }) }
  const order = { order: sampleOrder, isRefunded: false, orderUrl: 'https://clinic.example/orders/x' }
  const { text } = orderReady.renderData(order, { clinic, content: deliveredContent })
  expect(text.replaceAll('\r\n', '\n')).toContain(
    [
      'Open: Monday to Wednesday, 9 am to 5 pm',
      'Closed: Thursday',
      'Open: Friday, 9 am to 5 pm',
      'Closed: Saturday and Sunday',
    ].join('\n'),
  )
})
