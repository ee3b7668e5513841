import type { PhotoName } from '../pictures.ts'
import type { Facts, Link, Page, Parts } from './page.ts'

/** While the website has no accounts. */
export const loginPage = {
  title: 'Login',
  lead: 'This website has no accounts at present. You do not need one to visit us.',
  seo: {
    title: 'Login',
    description:
      'There are no patient accounts on this website at present. Call or write to us to make or change a visit.',
  },
  text: 'To make, change or cancel an appointment, call or write to us.',
  call: (clinic: Facts) => `Call ${clinic.phone.display}`,
  write: (clinic: Facts) => `Write to ${clinic.emails.booking}`,
  links: [{ text: 'Back to home', href: '/' }] satisfies Link[],
  cartLink: { text: 'Your cart', href: '/cart' } satisfies Link,
  photo: 'dandelion-tall',
} satisfies Page & Parts & { photo: PhotoName }
