/** What cards and pages of services say; the texts that the clinic edits are in services-page.json. */
export const servicesPage = {
  jumpLabel: 'Jump to a group of services',
  nextFree: 'Next free time:',
  next: (time: string) => `Next: ${time}`,
  bookLabel: 'Book Appointment',
  /** Before a price text, unless it begins with 'Price'. */
  price: 'Price:',
  notAvailable: 'Not available now',
  pricesLink: { text: 'How prices work', href: '/insurance#prices' },
}
