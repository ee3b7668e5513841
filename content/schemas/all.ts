import type { CollectionSchema, ContentSchema } from '#app/domain/content/content-schema.ts'
import about from '../pages/about.json' with { type: 'json' }
import accessibility from '../pages/accessibility.json' with { type: 'json' }
import appointment from '../pages/appointment.json' with { type: 'json' }
import blog from '../pages/blog.json' with { type: 'json' }
import booking from '../pages/booking.json' with { type: 'json' }
import bookingRules from '../pages/booking-rules.json' with { type: 'json' }
import cart from '../pages/cart.json' with { type: 'json' }
import confirmAddress from '../pages/confirm-address.json' with { type: 'json' }
import contact from '../pages/contact.json' with { type: 'json' }
import findAppointment from '../pages/find-appointment.json' with { type: 'json' }
import giftCards from '../pages/gift-cards.json' with { type: 'json' }
import guide from '../pages/guide.json' with { type: 'json' }
import home from '../pages/home.json' with { type: 'json' }
import login from '../pages/login.json' with { type: 'json' }
import newsletterConfirm from '../pages/newsletter-confirm.json' with { type: 'json' }
import newsletterUnsubscribe from '../pages/newsletter-unsubscribe.json' with { type: 'json' }
import notFound from '../pages/not-found.json' with { type: 'json' }
import order from '../pages/order.json' with { type: 'json' }
import password from '../pages/password.json' with { type: 'json' }
import practical from '../pages/practical.json' with { type: 'json' }
import privacy from '../pages/privacy.json' with { type: 'json' }
import profile from '../pages/profile.json' with { type: 'json' }
import productsPage from '../pages/products-page.json' with { type: 'json' }
import resources from '../pages/resources.json' with { type: 'json' }
import searchWords from '../pages/search-words.json' with { type: 'json' }
import search from '../pages/search.json' with { type: 'json' }
import servicesPage from '../pages/services-page.json' with { type: 'json' }
import site from '../pages/site.json' with { type: 'json' }
import testimonials from '../pages/testimonials.json' with { type: 'json' }
import theme from '../pages/theme.json' with { type: 'json' }
import clinic from '../clinic.json' with { type: 'json' }
import accountEmails from '../pages/account-emails.json' with { type: 'json' }
import appointmentEmails from '../pages/appointment-emails.json' with { type: 'json' }
import newsletterEmails from '../pages/newsletter-emails.json' with { type: 'json' }
import orderEmails from '../pages/order-emails.json' with { type: 'json' }
import forms from '../forms.json' with { type: 'json' }
import planTemplates from '../plan-templates.json' with { type: 'json' }
import posts from '../posts.json' with { type: 'json' }
import products from '../products.json' with { type: 'json' }
import replyTemplates from '../reply-templates.json' with { type: 'json' }
import rooms from '../rooms.json' with { type: 'json' }
import services from '../services.json' with { type: 'json' }
import team from '../team.json' with { type: 'json' }
import { aboutSchema } from './about.ts'
import { accessibilitySchema } from './accessibility.ts'
import { appointmentSchema } from './appointment.ts'
import { blogSchema } from './blog.ts'
import { bookingRulesSchema } from './booking-rules.ts'
import { bookingSchema } from './booking.ts'
import { cartSchema } from './cart.ts'
import { clinicSchemas } from './clinic.ts'
import { confirmAddressSchema } from './confirm-address.ts'
import { contactSchema } from './contact.ts'
import { formSchema } from './form.ts'
import { findAppointmentSchema } from './find-appointment.ts'
import { giftCardsSchema } from './gift-cards.ts'
import { guideSchema } from './guide.ts'
import { homeSchema } from './home.ts'
import { loginSchema } from './login.ts'
import { newsletterConfirmSchema } from './newsletter-confirm.ts'
import { newsletterUnsubscribeSchema } from './newsletter-unsubscribe.ts'
import { notFoundSchema } from './not-found.ts'
import { orderSchema } from './order.ts'
import { passwordSchema } from './password.ts'
import { personSchema } from './person.ts'
import { planTemplateSchema } from './plan-template.ts'
import { postSchema } from './post.ts'
import { practicalSchema } from './practical.ts'
import { privacySchema } from './privacy.ts'
import { productSchema } from './product.ts'
import { profileSchema } from './profile.ts'
import { productsPageSchema } from './products-page.ts'
import { resourcesSchema } from './resources.ts'
import { replyTemplateSchema } from './reply-template.ts'
import { roomSchema } from './room.ts'
import { searchWordsSchema } from './search-words.ts'
import { searchSchema } from './search.ts'
import { serviceSchema } from './service.ts'
import { servicesPageSchema } from './services-page.ts'
import { siteSchema } from './site.ts'
import { testimonialsSchema } from './testimonials.ts'
import { themeSchema } from './theme.ts'
import { accountEmailsSchema } from './account-emails.ts'
import { appointmentEmailsSchema } from './appointment-emails.ts'
import { newsletterEmailsSchema } from './newsletter-emails.ts'
import { orderEmailsSchema } from './order-emails.ts'

/** Everything that is edited in the browser: a new record is its file, its schema, and one line here. */
export const contentRecords = {
  home: { schema: homeSchema, file: home },
  'services-page': { schema: servicesPageSchema, file: servicesPage },
  'products-page': { schema: productsPageSchema, file: productsPage },
  blog: { schema: blogSchema, file: blog },
  about: { schema: aboutSchema, file: about },
  contact: { schema: contactSchema, file: contact },
  booking: { schema: bookingSchema, file: booking },
  appointment: { schema: appointmentSchema, file: appointment },
  'find-appointment': { schema: findAppointmentSchema, file: findAppointment },
  'confirm-address': { schema: confirmAddressSchema, file: confirmAddress },
  cart: { schema: cartSchema, file: cart },
  order: { schema: orderSchema, file: order },
  'gift-cards': { schema: giftCardsSchema, file: giftCards },
  login: { schema: loginSchema, file: login },
  password: { schema: passwordSchema, file: password },
  profile: { schema: profileSchema, file: profile },
  'newsletter-confirm': { schema: newsletterConfirmSchema, file: newsletterConfirm },
  'newsletter-unsubscribe': { schema: newsletterUnsubscribeSchema, file: newsletterUnsubscribe },
  practical: { schema: practicalSchema, file: practical },
  'booking-rules': { schema: bookingRulesSchema, file: bookingRules },
  resources: { schema: resourcesSchema, file: resources },
  search: { schema: searchSchema, file: search },
  'search-words': { schema: searchWordsSchema, file: searchWords },
  privacy: { schema: privacySchema, file: privacy },
  accessibility: { schema: accessibilitySchema, file: accessibility },
  'not-found': { schema: notFoundSchema, file: notFound },
  site: { schema: siteSchema, file: site },
  guide: { schema: guideSchema, file: guide },
  testimonials: { schema: testimonialsSchema, file: testimonials },
  'account-emails': { schema: accountEmailsSchema, file: accountEmails },
  'appointment-emails': { schema: appointmentEmailsSchema, file: appointmentEmails },
  'newsletter-emails': { schema: newsletterEmailsSchema, file: newsletterEmails },
  'order-emails': { schema: orderEmailsSchema, file: orderEmails },
  theme: { schema: themeSchema, file: theme },
  // Edited on the Clinic page.
  'clinic/address': { schema: clinicSchemas.address, file: clinic.address },
  'clinic/phones': { schema: clinicSchemas.phones, file: clinic.phones },
  'clinic/emails': { schema: clinicSchemas.emails, file: clinic.emails },
  'clinic/hours': { schema: clinicSchemas.hours, file: clinic.hours },
  'clinic/holidays': { schema: clinicSchemas.holidays, file: clinic.holidays },
  'clinic/reminder': { schema: clinicSchemas.reminder, file: clinic.reminder },
  'clinic/notice': { schema: clinicSchemas.notice, file: clinic.notice },
} satisfies Record<string, { schema: ContentSchema; file: unknown }>

/** The same for what there are several of. The ids in their files are those of the addresses, appointments and orders. */
export const contentCollections = {
  services: { schema: serviceSchema, files: services },
  products: { schema: productSchema, files: products },
  team: { schema: personSchema, files: team },
  rooms: { schema: roomSchema, files: rooms },
  posts: { schema: postSchema, files: posts },
  forms: { schema: formSchema, files: forms },
  'reply-templates': { schema: replyTemplateSchema, files: replyTemplates },
  'plan-templates': { schema: planTemplateSchema, files: planTemplates },
} satisfies Record<string, { schema: CollectionSchema; files: Readonly<Record<string, unknown>> }>
