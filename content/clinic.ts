import type { ClinicFile } from '#app/domain/clinic/clinic.ts'

/**
 * The facts of the clinic that are not edited in the dashboard; those of the Clinic page are in clinic.json. What carries
 * `standIn` is not confirmed yet: put the fact in its place, then take the mark away.
 */
export const clinic: ClinicFile = {
  name: 'Hoover Ayurveda',
  standIn: true,
  kind: 'Ayurvedic clinic',
  /** Of the region in clinic.json. */
  regionCode: 'AL',
  messagingApp: 'WhatsApp',
  social: [
    { name: 'Instagram', url: 'https://www.instagram.com/', standIn: true },
    { name: 'Facebook', url: 'https://www.facebook.com/', standIn: true },
    { name: 'YouTube', url: 'https://www.youtube.com/', standIn: true },
  ],
  map: {
    latitude: 33.4054,
    longitude: -86.8114,
    directionsUrl: 'https://www.openstreetmap.org/directions?route=%3B33.4054%2C-86.8114',
    embedUrl:
      'https://www.openstreetmap.org/export/embed.html?bbox=-86.8914%2C33.3554%2C-86.7314%2C33.4554&layer=mapnik',
    standIn: true,
  },
  // Of every appointment there is: another one would move them all.
  timeZone: 'America/Chicago',
  copyrightYear: 2023,
  licenses: [],
  // Closed on these; at /admin/clinic one of them can be opened. Take out what the clinic does not keep.
  holidays: [
    { id: 'new-years-day', name: 'New Year’s Day' },
    { id: 'martin-luther-king-day', name: 'Martin Luther King Jr. Day' },
    { id: 'washingtons-birthday', name: 'Presidents’ Day' },
    { id: 'memorial-day', name: 'Memorial Day' },
    { id: 'juneteenth', name: 'Juneteenth' },
    { id: 'independence-day', name: 'Independence Day' },
    { id: 'labor-day', name: 'Labor Day' },
    { id: 'columbus-day', name: 'Columbus Day' },
    { id: 'veterans-day', name: 'Veterans Day' },
    { id: 'thanksgiving-day', name: 'Thanksgiving Day' },
    { id: 'christmas-day', name: 'Christmas Day' },
  ],
  parking: {
    text: 'Ask us about parking when you book. We’ll tell you where to park, which entrance to use and whether there are any steps.',
    standIn: true,
  },
  waysToPay: {
    list: [
      'You pay at the clinic, at the time of service.',
      'When you book, ask us which payment methods we accept.',
      'For a health savings or spending account, ask us and your plan before your appointment.',
    ],
    standIn: true,
  },
}
