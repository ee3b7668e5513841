import { contentCollections } from '#content/schemas/all.ts'
import { adminSections } from './admin-sections.ts'

/** Of sections whose file is not called like them, as 'orders/orders.tsx' is. */
const sectionFiles: Record<string, string> = {
  '': 'today/today.tsx',
  appointments: 'appointments/calendar.tsx',
  newsletter: 'newsletter/newsletters.tsx',
  posts: 'pages/posts.tsx',
}

type AdminRoute = { path: string; file: string; id?: string }

/**
 * The routes below the layout of the dashboard, with files in app/routes/admin. The site map is made from this list, and
 * so is what the table of rights is asked for, so that menus and links find the same row as the request.
 */
export const adminRoutes: readonly AdminRoute[] = [
  ...adminSections
    .map(({ href }) => href.slice('/admin/'.length))
    // Collections of the clinic's content are listed by one route, unless they have a file of their own.
    .filter((name) => name in sectionFiles || !Object.hasOwn(contentCollections, name))
    .map((name) => ({ path: name, file: sectionFiles[name] ?? `${name}/${name}.tsx`, id: `admin-${name}` })),
  { path: 'my-day', file: 'today/my-day.tsx' },
  { path: 'more', file: 'more.tsx' },
  { path: 'waiting', file: 'waiting.ts' },
  { path: 'search', file: 'frame/search.tsx', id: 'admin-search' },
  { path: 'search/results', file: 'frame/search-results.ts' },
  { path: 'newsletter/:id', file: 'newsletter/newsletter.tsx' },
  { path: 'newsletter/:id/write', file: 'newsletter/write.tsx' },
  { path: 'newsletter/:id/preview', file: 'newsletter/preview.ts' },
  { path: 'orders/export', file: 'orders/export-orders.ts' },
  { path: 'orders/:number', file: 'orders/order.tsx' },
  { path: 'payments/export', file: 'payments/export-ledger.ts' },
  { path: 'payments/:id', file: 'payments/payments.tsx', id: 'admin-payment' },
  { path: 'gift-cards/:id', file: 'gift-cards/gift-cards.tsx', id: 'admin-gift-card' },
  { path: 'stock/:item', file: 'stock/stock.tsx', id: 'stock-item' },
  { path: 'messages/undelivered', file: 'messages/undelivered.tsx' },
  { path: 'messages/templates', file: 'pages/entries.tsx', id: 'reply-templates' },
  { path: 'messages/templates/:id', file: 'pages/page.tsx', id: 'reply-template' },
  { path: 'messages/:id', file: 'messages/message.tsx' },
  { path: 'mail/texts', file: 'mail/texts.tsx' },
  { path: 'mail/:id', file: 'mail/email.tsx' },
  { path: 'mail/:id/html', file: 'mail/email-html.ts' },
  { path: 'patients/:id', file: 'patients/patient.tsx' },
  { path: 'patients/:id/copy', file: 'patients/copy.tsx' },
  { path: 'patients/:id/copy/file', file: 'patients/copy-file.ts' },
  { path: 'plans/new', file: 'appointments/new-plan.tsx' },
  { path: 'plans/:id', file: 'plans/plan.tsx' },
  { path: 'plans/:id/move', file: 'plans/move-plan.tsx' },
  { path: 'system/erase', file: 'system/erase.tsx' },
  { path: 'subscribers/export', file: 'subscribers/export.ts' },
  { path: 'subscribers/imports', file: 'imports/imports.tsx' },
  { path: 'subscribers/imports/:id', file: 'imports/import.tsx' },
  { path: 'subscribers/imports/:id/report', file: 'imports/report.tsx' },
  { path: 'subscribers/imports/:id/report/file', file: 'imports/report-file.ts' },
  { path: ':section', file: 'pages/entries.tsx' },
  // With rows of their own in the table of rights.
  { path: 'forms', file: 'pages/entries.tsx', id: 'admin-forms' },
  { path: 'forms/:id', file: 'pages/page.tsx', id: 'admin-form' },
  { path: 'forms/:name/preview', file: 'pages/preview.ts', id: 'admin-form-preview' },
  // A page, or an entry of a collection; all other addresses of two parts are named.
  { path: ':section/:id', file: 'pages/page.tsx', id: 'record' },
  { path: 'pictures/:id', file: 'pictures/picture.tsx' },
  // Of pages and entries of collections.
  { path: ':section/:name/preview', file: 'pages/preview.ts' },
  { path: 'hours/:id', file: 'hours/hours.tsx', id: 'own-hours' },
  { path: 'appointments/new', file: 'appointments/new.tsx' },
  { path: 'appointments/held-back', file: 'appointments/held-back.tsx', id: 'held-back' },
  { path: 'appointments/hand-over', file: 'appointments/hand-over.tsx', id: 'hand-over' },
  { path: 'appointments/:id', file: 'appointments/appointment.tsx' },
  { path: 'appointments/:id/move', file: 'appointments/move.tsx' },
  { path: 'appointments/:id/forms/:signed', file: 'appointments/form-file.ts' },
  { path: '*', file: 'no-page.tsx' },
]
