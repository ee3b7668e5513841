import type { HolidayId } from '#app/domain/clinic/holidays.ts'

/** The federal holidays of the United States, in the order of the year. Which the clinic keeps is in pages/practical.json. */
export const holidayNames: Record<HolidayId, string> = {
  'new-years-day': 'New Year’s Day',
  'martin-luther-king-day': 'Martin Luther King Jr. Day',
  'washingtons-birthday': 'Presidents’ Day',
  'memorial-day': 'Memorial Day',
  juneteenth: 'Juneteenth',
  'independence-day': 'Independence Day',
  'labor-day': 'Labor Day',
  'columbus-day': 'Columbus Day',
  'veterans-day': 'Veterans Day',
  'thanksgiving-day': 'Thanksgiving Day',
  'christmas-day': 'Christmas Day',
}
