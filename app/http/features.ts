import type { Feature } from '#content/pages/privacy.ts'

/**
 * The parts that this website has by now. The privacy page speaks of these and of no other: a text about data
 * that nothing collects is as untrue as silence about data that is. Whoever brings a part adds its name here.
 */
export const features: ReadonlySet<Feature> = new Set<Feature>([
  'newsletter',
  'contact',
  'orders',
  'booking',
  'accounts',
])
