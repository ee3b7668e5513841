import { dayEnd } from '#app/domain/shared/day-end.ts'
import type { PostTeaser } from '#app/domain/blog/blog-post.ts'
import { clinicDay } from '#app/domain/shared/clinic-time.ts'
import { ownAccounts } from '#app/domain/clinic/confirmed-links.ts'
import { servicePath, type WellnessService } from '#app/domain/catalogue/service.ts'
import { isAvailable, isSoldOut, type Product, productPath } from '#app/domain/catalogue/product.ts'
import type { ClinicFacts } from '#app/domain/clinic/clinic-facts.ts'
import { type Person, personAnchor } from '#app/domain/team/person.ts'
import { formatCents } from '#app/domain/shared/money.ts'
import { productsPage } from '#content/pages/products.ts'
import { homeLink } from '#content/site.ts'
import type { StructuredData } from './page-head.tsx'
import { sharePicture } from './share-picture.ts'

type Site = { clinic: ClinicFacts; origin: string }

const clinicId = (origin: string) => `${origin}/#clinic`

/** Placeholders that would point to strangers (street, coordinates, social accounts) are left out. */
export function medicalBusiness({ clinic, origin }: Site): StructuredData {
  return {
    '@type': 'MedicalBusiness',
    '@id': clinicId(origin),
    name: clinic.name,
    description: `${clinic.kind} in ${clinic.city}, ${clinic.region}`,
    url: `${origin}/`,
    image: `${origin}${sharePicture.path}`,
    telephone: clinic.phone.e164,
    email: clinic.emails.general,
    address: clinic.withoutAddress
      ? undefined
      : {
          '@type': 'PostalAddress',
          streetAddress: clinic.street,
          addressLocality: clinic.city,
          addressRegion: clinic.regionCode,
          postalCode: clinic.postalCode,
          addressCountry: 'US',
        },
    geo: clinic.map.standIn
      ? undefined
      : { '@type': 'GeoCoordinates', latitude: clinic.map.latitude, longitude: clinic.map.longitude },
    openingHoursSpecification: clinic.week.flatMap(({ name, hours }) =>
      toHours({ dayOfWeek: `https://schema.org/${name}` }, hours),
    ),
    specialOpeningHoursSpecification: unlessEmpty(
      clinic.specialHours.flatMap(({ firstDay, lastDay, hours }) =>
        toHours({ validFrom: firstDay, validThrough: lastDay }, hours.length > 0 ? hours : [closedAllDay]),
      ),
    ),
    sameAs: unlessEmpty(ownAccounts(clinic)),
  }
}

const toHours = (days: object, hours: readonly { opens: string; closes: string }[]) =>
  hours.map(({ opens, closes }) => ({
    '@type': 'OpeningHoursSpecification',
    ...days,
    opens,
    // Search engines know no 24:00.
    closes: closes === dayEnd ? '23:59' : closes,
  }))

/** schema.org's notation for closed all day. */
const closedAllDay = { opens: '00:00', closes: '00:00' }

const unlessEmpty = <Thing>(things: Thing[]) => (things.length > 0 ? things : undefined)

export const serviceThing = ({ clinic, origin }: Site, service: WellnessService): StructuredData => ({
  '@type': 'Service',
  name: service.title,
  description: service.description,
  url: `${origin}${servicePath(service)}`,
  areaServed: `${clinic.city}, ${clinic.region}`,
  provider: provider({ clinic, origin }),
})

export const productThing = (
  { clinic, origin }: Site,
  product: Product,
  /** Undefined for the plain plate, which shows no product. */
  imagePath: string | undefined,
): StructuredData => ({
  '@type': 'Product',
  name: product.name,
  description: productsPage.description(clinic, product.name, formatCents(product.priceCents)),
  category: product.category,
  image: imagePath && `${origin}${imagePath}`,
  url: `${origin}${productPath(product)}`,
  offers: {
    '@type': 'Offer',
    price: (product.priceCents / 100).toFixed(2),
    priceCurrency: 'USD',
    availability: `https://schema.org/${isAvailable(product) && !isSoldOut(product) ? 'InStock' : 'OutOfStock'}`,
    availableDeliveryMethod: 'https://schema.org/OnSitePickup',
    url: `${origin}${productPath(product)}`,
    seller: provider({ clinic, origin }),
  },
})

export const blogPostingThing = (
  { clinic, origin }: Site,
  { title, url, publishedAt, changedAt }: PostTeaser,
  imagePath: string | undefined,
): StructuredData => ({
  '@type': 'BlogPosting',
  headline: title,
  dateModified: changedAt === undefined ? undefined : clinicDay(changedAt, clinic.timeZone),
  datePublished: publishedAt === undefined ? undefined : clinicDay(publishedAt, clinic.timeZone),
  url: `${origin}${url}`,
  mainEntityOfPage: `${origin}${url}`,
  image: `${origin}${imagePath ?? sharePicture.path}`,
  author: provider({ clinic, origin }),
  publisher: provider({ clinic, origin }),
})

export const personThing = (
  { clinic, origin }: Site,
  { name, role, languages, ...person }: Pick<Person, 'id' | 'name' | 'role' | 'languages'>,
): StructuredData => ({
  '@type': 'Person',
  name,
  jobTitle: role,
  knowsLanguage: languages.split(',').map((language) => language.trim()),
  url: `${origin}/about#${personAnchor(person)}`,
  worksFor: provider({ clinic, origin }),
})

/** From the home page to this one. */
export const breadcrumbs = (origin: string, trail: { name: string; path: string }[]): StructuredData => ({
  '@type': 'BreadcrumbList',
  itemListElement: [{ name: homeLink.text, path: homeLink.href }, ...trail].map(({ name, path }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    item: `${origin}${path}`,
  })),
})

const provider = ({ clinic, origin }: Site): StructuredData => ({
  '@type': 'MedicalBusiness',
  '@id': clinicId(origin),
  name: clinic.name,
})
