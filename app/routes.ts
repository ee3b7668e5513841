import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'
import { adminSections } from './admin-sections.ts'
import { publicPages } from './public-pages.ts'

/** Of sections whose file is not called like them, as 'orders/orders.tsx' is; in app/routes/admin. */
const sectionFiles: Record<string, string> = {
  '': 'today/today.tsx',
  appointments: 'appointments/calendar.tsx',
  newsletter: 'newsletter/newsletters.tsx',
  posts: 'pages/posts.tsx',
}

/** Collections of the clinic's content, which one route lists. */
const collections = ['services', 'products', 'team', 'rooms', 'forms', 'plan-templates']

const names = adminSections.map(({ href }) => href.slice('/admin/'.length))

/** Every URL: public pages with a fixed address and sections of the dashboard from their registers, all others here. */
export default [
  layout('routes/shell.tsx', [
    ...publicPages.map(({ path, file, id }) => route(path, `routes/${file}`, id ? { id } : {})),
    route('services/:id', 'routes/pages/service.tsx'),
    route('products/:id', 'routes/shop/product.tsx'),
    route('blog/all/:page', 'routes/blog/all.tsx', { id: 'posts-page' }),
    route('blog/:slug', 'routes/blog/post.tsx'),
    route('newsletters/:id', 'routes/newsletter/archive.tsx', { id: 'archive' }),
    route('newsletter/unsubscribe/:token', 'routes/newsletter/unsubscribe.tsx'),
    route('newsletter/confirm/:token', 'routes/newsletter/confirm.tsx'),
    route('booking/:serviceType', 'routes/booking/form.tsx', { id: 'book' }),
    route('booking/resume', 'routes/booking/resume.tsx'),
    route('booking/time', 'routes/booking/time.tsx'),
    route('booking/plan', 'routes/booking/plan.tsx'),
    route('appointments/confirm/:token', 'routes/booking/confirm-address.tsx'),
    route('appointments/:token', 'routes/booking/appointment.tsx'),
    route('appointments/:token/move', 'routes/booking/move.tsx'),
    route('appointments/:token/move-all', 'routes/booking/move-plan.tsx'),
    route('appointments/:token/pay', 'routes/booking/pay.tsx'),
    route('appointments/:token/data', 'routes/my-data/code.tsx'),
    route('my-data', 'routes/my-data/my-data.tsx'),
    route('appointments/:token/forms/:id', 'routes/booking/fill-in.tsx'),
    route('waitlist/:token', 'routes/waitlist/entry.tsx'),
    route('offers/:token', 'routes/waitlist/offer.tsx'),
    route('offers/:token/pay', 'routes/waitlist/pay.tsx', { id: 'pay-offer' }),
    route('orders/:token', 'routes/orders/order.tsx'),
    route('orders/:token/pay', 'routes/orders/pay.tsx'),
    route('gift-cards', 'routes/gift-cards/gift-cards.tsx'),
    route('gift-cards/:token', 'routes/gift-cards/gift-card.tsx'),
    route('gift-cards/:token/pay', 'routes/gift-cards/pay.tsx', { id: 'pay-gift-card' }),
    route('payments/:id', 'routes/payments/back.tsx'),
    route('login/code', 'routes/account/code.tsx'),
    route('login/admin/:token', 'routes/account/admin-link.tsx'),
    route('login/forgot', 'routes/account/forgot.tsx'),
    route('login/reset/:token', 'routes/account/reset.tsx'),
    route('login/confirm/:token', 'routes/account/confirm.tsx'),
    route('login/invitation/:token', 'routes/account/invitation.tsx'),
    route('profile', 'routes/account/profile.tsx'),
    route('logout', 'routes/account/logout.tsx'),
    route('*', 'routes/pages/not-found.tsx'),
  ]),
  // A device in a patient's hands opens these alone: `keepOnTablet`.
  layout('routes/booking/tablet-frame.tsx', [
    route('tablet', 'routes/booking/tablet.tsx'),
    route('tablet/staff', 'routes/booking/tablet.tsx', { id: 'tablet-staff' }),
    route('tablet/forms/:form', 'routes/booking/tablet-form.tsx'),
  ]),
  route('tablet/draft', 'routes/booking/tablet-draft.ts'),
  route('tablet.js', 'routes/booking/tablet-script.ts'),
  route('visitor', 'routes/account/visitor.ts'),
  // As `incomingTextsPath`.
  route('text-messages', 'routes/text-messages/incoming.ts'),
  // As `paymentEventsPath`.
  route('payments/stripe', 'routes/payments/events.ts'),
  route('orders/:token/receipt', 'routes/orders/receipt.ts'),
  route('login/challenge', 'routes/account/challenge.ts'),
  route('booking/widget', 'routes/booking/widget.tsx'),
  route('appointments/:token/receipt', 'routes/booking/receipt.ts'),
  route('appointments/:token/appointment.ics', 'routes/booking/calendar-file.ts'),
  route('my-data/file', 'routes/my-data/file.ts'),
  route('draw-signature.js', 'routes/booking/draw-signature.ts'),
  route('appointments/:token/forms/:id/copy', 'routes/booking/form-copy.ts'),
  route('blog/pictures/:id', 'routes/blog/picture.ts'),
  route('pictures/:id/:name', 'routes/pictures/file.ts'),
  route('admin-rejected', 'routes/admin/rejected.tsx'),
  route('admin/lock', 'routes/admin/lock.ts'),
  route('admin', 'routes/admin/layout.tsx', [
    ...names
      .filter((name) => !collections.includes(name))
      .map((name) => {
        const path = `routes/admin/${sectionFiles[name] ?? `${name}/${name}.tsx`}`
        return name ? route(name, path, { id: `admin-${name}` }) : index(path)
      }),
    route('my-day', 'routes/admin/today/my-day.tsx'),
    route('more', 'routes/admin/more.tsx'),
    route('waiting', 'routes/admin/waiting.ts'),
    route('search', 'routes/admin/frame/search.tsx', { id: 'admin-search' }),
    route('search/results', 'routes/admin/frame/search-results.ts'),
    route('newsletter/:id', 'routes/admin/newsletter/newsletter.tsx'),
    route('newsletter/:id/write', 'routes/admin/newsletter/write.tsx'),
    route('newsletter/:id/preview', 'routes/admin/newsletter/preview.ts'),
    route('orders/export', 'routes/admin/orders/export-orders.ts'),
    route('orders/:number', 'routes/admin/orders/order.tsx'),
    route('payments/export', 'routes/admin/payments/export-ledger.ts'),
    route('payments/:id', 'routes/admin/payments/payments.tsx', { id: 'admin-payment' }),
    route('gift-cards/:id', 'routes/admin/gift-cards/gift-cards.tsx', { id: 'admin-gift-card' }),
    route('stock/:item', 'routes/admin/stock/stock.tsx', { id: 'stock-item' }),
    route('messages/undelivered', 'routes/admin/messages/undelivered.tsx'),
    route('messages/templates', 'routes/admin/messages/templates.tsx'),
    route('messages/:id', 'routes/admin/messages/message.tsx'),
    route('mail/texts', 'routes/admin/mail/texts.tsx'),
    route('mail/:id', 'routes/admin/mail/email.tsx'),
    route('mail/:id/html', 'routes/admin/mail/email-html.ts'),
    route('patients/:id', 'routes/admin/patients/patient.tsx'),
    route('patients/:id/copy', 'routes/admin/patients/copy.tsx'),
    route('patients/:id/copy/file', 'routes/admin/patients/copy-file.ts'),
    route('plans/new', 'routes/admin/appointments/new-plan.tsx'),
    route('plans/:id', 'routes/admin/plans/plan.tsx'),
    route('plans/:id/move', 'routes/admin/plans/move-plan.tsx'),
    route('system/erase', 'routes/admin/system/erase.tsx'),
    route('subscribers/export', 'routes/admin/subscribers/export.ts'),
    route('subscribers/imports', 'routes/admin/imports/imports.tsx'),
    route('subscribers/imports/:id', 'routes/admin/imports/import.tsx'),
    route('subscribers/imports/:id/report', 'routes/admin/imports/report.tsx'),
    route('subscribers/imports/:id/report/file', 'routes/admin/imports/report-file.ts'),
    route(':section', 'routes/admin/pages/entries.tsx'),
    // With rows of their own in the table of rights.
    route('forms', 'routes/admin/pages/entries.tsx', { id: 'admin-forms' }),
    route('forms/:id', 'routes/admin/pages/page.tsx', { id: 'admin-form' }),
    route('forms/:name/preview', 'routes/admin/pages/preview.ts', { id: 'admin-form-preview' }),
    // A page, or an entry of a collection; all other addresses of two parts are named.
    route(':section/:id', 'routes/admin/pages/page.tsx', { id: 'record' }),
    route('pictures/:id', 'routes/admin/pictures/picture.tsx'),
    // Of pages and entries of collections.
    route(':section/:name/preview', 'routes/admin/pages/preview.ts'),
    route('hours/:id', 'routes/admin/hours/hours.tsx', { id: 'own-hours' }),
    route('appointments/new', 'routes/admin/appointments/new.tsx'),
    route('appointments/held-back', 'routes/admin/appointments/held-back.tsx', { id: 'held-back' }),
    route('appointments/hand-over', 'routes/admin/appointments/hand-over.tsx', { id: 'hand-over' }),
    route('appointments/:id', 'routes/admin/appointments/appointment.tsx'),
    route('appointments/:id/move', 'routes/admin/appointments/move.tsx'),
    route('appointments/:id/forms/:signed', 'routes/admin/appointments/form-file.ts'),
    route('*', 'routes/admin/no-page.tsx'),
  ]),
  route('calendar/:token', 'routes/feeds/clinic-calendar.ts'),
  route('feed.xml', 'routes/feeds/rss.ts'),
  route('manifest.webmanifest', 'routes/feeds/manifest.ts'),
  route('sitemap.xml', 'routes/feeds/sitemap.ts'),
  route('robots.txt', 'routes/feeds/robots.ts'),
] satisfies RouteConfig
