import { cartPage } from '#content/pages/cart.ts'
import { contactPage } from '#content/pages/contact.ts'
import { newsletter } from '#content/pages/newsletter.ts'
import { formWith } from './html-forms.ts'
import { otherProduct, product } from './shopper.ts'
import type { visitor } from './visitor.ts'

export type Person = { name: string; email: string }

/** A form that any visitor can send. */
export type PublicForm = {
  name: 'newsletter' | 'contact' | 'order'
  /** The name of its button. */
  button: string
  /** What its page says when it could not be stored (specification, section 8). */
  failure: string
  /** The letters it causes, one of each kind, and to whom. */
  letters: Record<string, 'clinic' | 'sender'>
  /** Opens the page as a visitor does and types; answers what a press of the button would post. */
  fill(visitor: Visitor, person: Person): Promise<{ path: string; fields: Record<string, string>; typed: string[] }>
}

type Visitor = ReturnType<typeof visitor>

/** Every one there is. */
export const publicForms: PublicForm[] = [
  {
    name: 'newsletter',
    button: newsletter.button,
    failure: newsletter.failure(newsletter.tryLater),
    letters: { 'newsletter-welcome': 'sender' },
    async fill(visitor, { email }) {
      const { action, fields } = formWith(await (await visitor.get('/')).text(), 'email')
      return { path: action, fields: { ...fields, email }, typed: [email] }
    },
  },
  {
    name: 'contact',
    button: contactPage.write.button,
    failure: contactPage.write.failure,
    letters: { 'contact-message': 'clinic' },
    async fill(visitor, { name, email }) {
      const message = `This is ${name}. Do you have time next week?`
      const { action, fields } = formWith(await (await visitor.get('/contact')).text(), 'message')
      return { path: action, fields: { ...fields, name, email, message }, typed: [name, email, message] }
    },
  },
  {
    name: 'order',
    button: cartPage.button,
    failure: cartPage.failure,
    letters: { 'order-notice': 'clinic', 'order-confirmation': 'sender' },
    async fill(visitor, { name, email }) {
      for (const { id } of [product, otherProduct]) await visitor.post('/cart', { intent: `add:${id}` })
      const { action, fields } = formWith(await (await visitor.get('/cart')).text(), 'cart')
      const note = `For ${name}, powder`
      return { path: action, fields: { ...fields, name, email, note }, typed: [name, email, note] }
    },
  },
]
