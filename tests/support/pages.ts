/** Every page a visitor can read, each with a state of its own; the proofs that hold for all pages go through these. */
export const contentPages = [
  '/',
  '/services',
  '/about',
  '/contact',
  '/testimonials',
  '/products',
  '/resources',
  '/insurance',
  '/blog',
  '/blog/eating-with-the-season-in-an-alabama-autumn',
  '/search',
  '/search?q=oil',
  '/search?q=xyzzy',
  '/privacy',
  '/accessibility',
  '/booking',
  '/booking/abhyangam',
]

export const workPages = ['/cart', '/login', '/profile']

export const publicPages = [...contentPages, ...workPages]
