/** Drawings and photographs by name. Files are in content/pictures; sources and licenses in its LICENSES.md. */

type Drawing = { file: string; width: number; height: number }

/** Its files: 'petals.jpg' for browsers without AVIF, 'petals-720.avif' by width, 'petals-phone-540.avif' for phones. */
export type Photo = {
  widths: readonly number[]
  /** A tighter crop for phones. The density of each width selects the file, since phones are alike in width. */
  phone?: { densities: Readonly<Record<number, number>>; width: number; height: number }
  width: number
  height: number
  /** Empty if decorative. Never present a picture as the clinic's rooms, people or goods. */
  alt: string
}

const plate = <File extends string>(file: File) => ({ file, width: 480, height: 600 }) as const
const empty = <File extends string>(file: File) => ({ file, width: 320, height: 230 }) as const

export const plates = {
  /** For entries without a plate of their own. */
  plain: plate('plain.svg'),
  general: plate('general.svg'),
  panchakarma: plate('panchakarma.svg'),
  abhyangam: plate('abhyangam.svg'),
  shirodhara: plate('shirodhara.svg'),
  'nadi-pareeksha': plate('nadi-pareeksha.svg'),
  'pain-management': plate('pain-management.svg'),
  'weight-management': plate('weight-management.svg'),
  'skin-care': plate('skin-care.svg'),
  allergies: plate('allergies.svg'),
  gastritis: plate('gastritis.svg'),
  'product-ayur-herb': plate('product-ayur-herb.svg'),
  'product-ayur-skin-care': plate('product-ayur-skin-care.svg'),
  'product-triphala': plate('product-triphala.svg'),
  'product-im-herb': plate('product-im-herb.svg'),
} satisfies Record<string, Drawing>

export const spots = {
  'empty-cart': empty('empty-cart.svg'),
  'empty-search': empty('empty-search.svg'),
  'empty-blog': empty('empty-blog.svg'),
} satisfies Record<string, Drawing>

export const photos = {
  petals: {
    widths: [720, 1080],
    phone: { densities: { 540: 1.75, 840: 2.5 }, width: 840, height: 714 },
    width: 1080,
    height: 1350,
    alt: 'Dried flowers, cinnamon bark and loose herbs in glass bowls, in low sunlight',
  },
  bowls: {
    widths: [480, 640],
    width: 900,
    height: 1125,
    alt: 'Glass bowls of dried petals and herbs on a slatted wooden table',
  },
  spices: {
    widths: [800, 1600],
    phone: { densities: { 480: 1, 600: 2 }, width: 720, height: 576 },
    width: 1600,
    height: 750,
    alt: 'Bowls of dried rose, jasmine and herb powders on a wooden table',
  },
  hills: {
    widths: [800, 1600],
    phone: { densities: { 480: 1, 600: 2 }, width: 708, height: 833 },
    width: 1600,
    height: 833,
    alt: '',
  },
  dandelion: {
    widths: [480, 800],
    phone: { densities: { 480: 1, 800: 2 }, width: 800, height: 320 },
    width: 800,
    height: 1000,
    alt: '',
  },
} satisfies Record<string, Photo>

export type PlateName = keyof typeof plates
export type SpotName = keyof typeof spots
export type PhotoName = keyof typeof photos
