import { layout, type RouteConfig, route } from '@react-router/dev/routes'

/** The site map: every URL in one list. */
export default [
  layout('routes/shell.tsx', [
    route('/', 'routes/home/home.tsx'),
    route('services', 'routes/pages/services.tsx'),
    route('about', 'routes/pages/about.tsx'),
    route('contact', 'routes/contact/contact.tsx'),
    route('testimonials', 'routes/pages/testimonials.tsx'),
    route('products', 'routes/shop/products.tsx'),
    route('resources', 'routes/pages/resources.tsx', { id: 'resources' }),
    route('insurance', 'routes/pages/resources.tsx', { id: 'insurance' }),
    route('privacy', 'routes/pages/privacy.tsx'),
    route('accessibility', 'routes/pages/accessibility.tsx'),
    route('search', 'routes/search/search.tsx'),
    route('blog', 'routes/blog/blog.tsx'),
    route('blog/:slug', 'routes/blog/post.tsx'),
    route('newsletter/unsubscribe/:token', 'routes/newsletter/unsubscribe.tsx'),
    route('newsletter/confirm/:token', 'routes/newsletter/confirm.tsx'),
    route('booking', 'routes/pages/booking.tsx', { id: 'booking' }),
    route('booking/:serviceType', 'routes/pages/booking.tsx', { id: 'booking-of-a-service' }),
    route('cart', 'routes/pages/cart.tsx'),
    route('login', 'routes/pages/login.tsx'),
    route('profile', 'routes/pages/profile.tsx'),
    route('*', 'routes/pages/not-found.tsx'),
  ]),
  route('blog/pictures/:id', 'routes/blog/picture.ts'),
  route('admin/*', 'routes/admin/closed.ts'),
  route('feed.xml', 'routes/feeds/rss.ts'),
  route('manifest.webmanifest', 'routes/feeds/manifest.ts'),
  route('sitemap.xml', 'routes/feeds/sitemap.ts'),
  route('robots.txt', 'routes/feeds/robots.ts'),
] satisfies RouteConfig
