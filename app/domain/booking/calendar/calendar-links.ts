type Entry = {
  /** 'Appointment at {clinic}', never the service. */
  title: string
  place: string
  startsAt: number
  endsAt: number
}

/**
 * Pages of calendar companies with a filled-in entry, for a patient who opens one. They hold the clinic's name, its place
 * and the time: nothing that says who comes, why, or how to get back to the appointment.
 */
export function toCalendarLinks({ title, place, startsAt, endsAt }: Entry) {
  const [from, until] = [startsAt, endsAt].map((at) => new Date(at).toISOString().replace('.000', '')) as [
    string,
    string,
  ]
  const compact = (time: string) => time.replaceAll(/[-:]/g, '')
  const google = new URL('https://calendar.google.com/calendar/render?action=TEMPLATE')
  google.searchParams.set('text', title)
  google.searchParams.set('dates', `${compact(from)}/${compact(until)}`)
  google.searchParams.set('location', place)
  const outlook = new URL(
    'https://outlook.live.com/calendar/0/deeplink/compose?path=/calendar/action/compose&rru=addevent',
  )
  outlook.searchParams.set('subject', title)
  outlook.searchParams.set('startdt', from)
  outlook.searchParams.set('enddt', until)
  outlook.searchParams.set('location', place)
  return { google: google.href, outlook: outlook.href }
}
