import { contactPage } from '#content/pages/contact.ts'
import { newsletter } from '#content/pages/newsletter.ts'
import { formWith } from './html-forms.ts'
import type { visitor } from './visitor.ts'

export type Person = { name: string; email: string }

/** A form that any visitor can send. */
export type PublicForm = {
  name: string
  /** What its page says when it could not be stored (specification, section 8). */
  failure: string
  /** Opens the page as a visitor does and types; answers what a press of the button would post. */
  fill(visitor: Visitor, person: Person): Promise<{ path: string; fields: Record<string, string>; typed: string[] }>
}

type Visitor = ReturnType<typeof visitor>

const newsletterForm: PublicForm = {
  name: 'newsletter',
  failure: newsletter.failure(newsletter.tryLater),
  async fill(visitor, { email }) {
    const form = formWith(await (await visitor.get('/')).text(), 'email')
    return { path: form.action, fields: { ...form.fields, email }, typed: [email] }
  },
}

const contactForm: PublicForm = {
  name: 'contact',
  failure: contactPage.write.failure,
  async fill(visitor, person) {
    const form = formWith(await (await visitor.get('/contact')).text(), 'message')
    const fields = { ...form.fields, ...person, message: `A question from ${person.name}` }
    return { path: form.action, fields, typed: [person.name, person.email, fields.message] }
  },
}

/** Every one there is. */
export const publicForms = [newsletterForm, contactForm]
