/** What cards of services say; the texts of their page are in services-page.json. */
export const servicesPage = {
  jumpLabel: 'Jump to a group of services',
  nextFree: 'Next free time:',
  bookLabel: 'Book Appointment',
  /** Before a price text, unless it begins with 'Price'. */
  price: 'Price:',
  notAvailable: 'Not available now',
  pricesLink: { text: 'How prices work', href: '/insurance#prices' },
}
