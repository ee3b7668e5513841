import type { ClinicFile } from '#app/domain/clinic/clinic.ts'

/**
 * The facts of the clinic that are not edited in the dashboard. Those of the Clinic page are in clinic.json, others in
 * pages/practical.json. What carries `standIn` is not confirmed yet: put the fact in its place, then take the mark away.
 */
export const clinic: ClinicFile = {
  name: 'Hoover Ayurveda',
  standIn: true,
  kind: 'Ayurvedic clinic',
  /** Of the region in clinic.json. */
  regionCode: 'AL',
  messagingApp: 'WhatsApp',
  // Its address is in the security policy of Contact.
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
}
