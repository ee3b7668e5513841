import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { contentFacts } from '#app/domain/clinic/clinic-facts.ts'
import { fillInAlso } from '#app/domain/content/fill-in-also.ts'
import { appointmentPage as words, planDays, toNotice } from '#content/pages/appointment.ts'
import { formsOfAppointment } from '#content/pages/form.ts'
import { textsOf } from '#tests/support/pages.ts'
import { sampleView } from '../sample-appointment.server.ts'
import { AppointmentPage, type AppointmentView } from './appointment-page.tsx'

const texts = textsOf('appointment')
const clinic = contentFacts(0)
const sample: AppointmentView = {
  ...sampleView,
  bring: { heading: 'Bring this', items: ['A towel'] },
  afterCare: { heading: 'Afterwards', items: ['Rest'] },
  ...{ day: 'Tuesday, May 5', date: 'May 5', clock: '10:30 am', zone: 'Central Time' },
  service: { title: 'Oil therapy', duration: '1 hr', price: '$120' },
  ...{ calendarTitle: 'At the clinic', calendars: { google: '#google', outlook: '#outlook' } },
  ...{ movableUntil: 'Monday', changeCutOffHours: 24, mailed: true },
}
const days = (['confirmed', 'cancelled'] as const).map((state, index) => {
  const day = index + 1
  return { day, state, when: `Day at ${day}`, href: `/appointments/day-${day}` }
})
const plan = { day: 1, progress: { days: 2, done: 0, left: 1, missed: 1 }, ahead: 2, movable: 2, days }
const lastDay = { ...plan, ahead: 1, movable: 1, progress: { ...plan.progress, left: 0 } }
const forms = ['due', 'done'].map((id) => ({ id, name: id, isDue: id === 'due' }))
const payment = { says: ['Paid $50.'], ifCanceled: { this: 'It goes back.', plan: 'All goes back.' } }
const { path } = sample

const site = { clinic, origin: 'https://clinic.example' }
const render = (change: Partial<AppointmentView>) =>
  renderToStaticMarkup(<AppointmentPage {...{ site, texts, view: { ...sample, ...change } }} form={{}} />)
/** Without the tags that keep a phone number on one line. */
const plain = (html: string) => html.replaceAll(/<\/?span[^>]*>/g, '').replaceAll('&#x27;', "'")

const asked = { state: 'requested' } as const
const { states, headline, emails } = texts

test.each<[what: string, change: Partial<AppointmentView>, shown: string[], hidden: string[]]>([
  [
    'confirmed',
    {},
    [
      ...[`tabindex="-1">${headline.booked} on Tuesday, May 5`, states.confirmed, 'ic-check', 'role="status"'],
      ...[emails.mailed, texts.calendar.heading, 'At the clinic', `href="${path}/move"`, 'Bring this'],
      ...[words.printed.text, `<dt>${words.name}</dt>`, '<bdi>Maya Thomas</bdi>', '$120', texts.booked.price],
      ...['value="health"', 'value="erase-health"', 'value="erase"'],
    ],
    [
      ...[texts.soonest, 'Afterwards', words.undo, texts.tooLate.heading, texts.preparation, words.with, words.again],
      ...[words.before, words.directions, words.byVideo, 'ic-clock', 'tick off'],
      ...['id="payment"', 'id="forms"', 'id="plan"', 'id="texts"'],
    ],
  ],
  [
    'asked for, until an email is confirmed',
    { ...asked, unheld: 'unconfirmed', with: 'Ravi', preparation: 'Eat.', directionsUrl: '#there', health: 'none' },
    [
      ...[headline.unheld, states.unheld, emails.mailedUnheld, 'ic-clock', words.with, '<bdi>Ravi</bdi>', 'Eat.'],
      ...[texts.preparation, words.directions, 'value="health"', 'value="erase"'],
    ],
    [headline.requested, states.requested, 'tick"', `<dt>${words.name}</dt>`, 'value="erase-health"'],
  ],
  [
    'asked for, by video, at an address that the clinic entered',
    { ...asked, video: {}, bring: undefined, mayReplace: false },
    [headline.requested, states.requested, emails.mailedRequest, words.byVideo, texts.data.health.sealed],
    ['Bring this', words.byVideoWith.link, emails.mailed, 'value="health"', 'value="erase-health"', 'value="erase"'],
  ],
  [
    'whose time was taken',
    { ...asked, unheld: 'taken', mayReplace: false, health: 'none' },
    [states.unheldTaken, emails.mailed, 'value="health"', plain(words.data.closed(clinic))],
    [states.unheld, emails.mailedRequest, 'value="erase-health"'],
  ],
  [
    'one of too many, from where no email leaves',
    { ...asked, unheld: 'limited', mailed: false, service: { ...sample.service!, price: undefined } },
    [states.unheldKept, emails.keep, 'Oil therapy'],
    [states.unheld, texts.booked.price],
  ],
  [
    'today by video, just restored after many emails',
    { near: 'today', video: { url: '#room' }, isQuiet: true, justNow: 'restored', service: undefined },
    [`${headline.video} today,`, words.byVideoWith.where, 'href="#room"', emails.quiet, states.restored],
    [words.byVideo, emails.mailed, states.confirmed, texts.booked.summary],
  ],
  ['closed', { isClosed: true, justNow: 'moved' }, [states.closed, 'ic-info'], [states.moved, 'role="status"']],
  [
    'of a plan that was just moved and paid',
    { plan, payment, justNow: 'plan-moved' },
    [
      ...[planDays.moved, planDays.heading(1, 2), planDays.progress(plan.progress), '<b class="num">Day at 1</b>'],
      ...['href="/appointments/day-2"', planDays.states.cancelled, planDays.file, planDays.move(2), planDays.cancel(2)],
      ...['All goes back.', texts.change, 'It goes back.', 'Paid $50.'],
    ],
    ['href="/appointments/day-1"', states.moved],
  ],
  [
    'just moved, the last day of a plan, with forms',
    { ...{ justNow: 'moved', was: 'Monday' }, plan: lastDay, forms },
    [states.moved, `${words.before} <s>Monday</s>`, formsOfAppointment.fillIn('due'), formsOfAppointment.done('done')],
    [planDays.file, planDays.move(1), planDays.cancel(1), formsOfAppointment.done('due')],
  ],
  [
    'canceled, with time for Undo',
    { state: 'cancelled', undoUntil: '3:46 pm', movableUntil: undefined, canCancel: false },
    [headline.off, states.cancelled, words.undo, '3:46 pm', `btn-line" href="/booking">${words.again}`],
    [texts.calendar.heading, emails.mailed, words.printed.text, words.cancel, texts.soonest, 'role="status"'],
  ],
  [
    'declined',
    { state: 'declined', justNow: 'moved', nextFree: [{ text: 'Friday', href: '#friday' }] },
    [headline.off, states.declined, texts.soonest, 'href="#friday"', `class="btn" href="/booking">${words.again}`],
    [words.undo, states.moved],
  ],
  [
    'a canceled day of a plan',
    { state: 'cancelled', plan: { ...plan, elsewhere: 'Still yours.' }, undoUntil: '3:46 pm' },
    ['Still yours.', `btn-line" href="tel:${clinic.phone.e164}"`],
    [words.again],
  ],
  ['over', { state: 'over' }, [headline.past, states.over, 'Afterwards', words.bookAgain], [words.again, 'Bring this']],
  [
    'missed, with a fee to be paid',
    { state: 'no-show', payment: { ...payment, action: '#pay' } },
    [headline.past, states['no-show'], 'btn-line" href="/booking">', 'action="#pay"'],
    ['Afterwards'],
  ],
  [
    'too near to be moved',
    { movableUntil: undefined, payment },
    [texts.tooLate.heading, toNotice(sample), words.cancel, 'It goes back.', `href="tel:${clinic.phone.e164}"`],
    [words.move, texts.change],
  ],
  [
    'held until it is paid',
    { payment: { ...payment, status: { kind: 'held', text: 'Held until noon.' } } },
    ['Held until noon.'],
    [states.confirmed, texts.calendar.heading, emails.mailed],
  ],
  ['with nothing to say of a payment', { payment: { says: [], ifCanceled: {} } }, [], ['id="payment"']],
])('the page of an appointment, %s', (_, change, shown, hidden) => {
  const html = plain(render(change))
  for (const text of shown) expect(html).toContain(text)
  for (const text of hidden) expect(html).not.toContain(text)
})

test('what becomes of emails until a new address is confirmed', () => {
  const { asked, meanwhile, noneMeanwhile, linkLimitReached } = texts.newAddress
  const to = 'n…@e.com'
  const one = render({ newAddress: { to, meanwhile: 'o…@e.com', isLinkSent: true } })
  expect(one).toContain(`${fillInAlso(asked, { address: to })} ${fillInAlso(meanwhile, { address: 'o…@e.com' })}`)
  const none = render({ newAddress: { to, meanwhile: '', isLinkSent: false } })
  expect(none).toContain(`${fillInAlso(linkLimitReached, { address: to })} ${noneMeanwhile}`)
})
