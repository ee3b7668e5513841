import {
  addTemplate,
  changeTemplate,
  deleteTemplate,
  restoreTemplate,
  templateForm,
} from '#app/domain/contact/reply-templates.server.ts'
import { getActor } from '#app/http/admin.server.ts'
import { type RequestContext, servicesContext } from '#app/http/context.ts'
import { redirectDone } from '#app/http/done.ts'
import { checkFields, type Typed, typedFields } from '#app/http/parse-form.ts'
import { isId } from '#app/http/require-id.ts'
import { formError, showForm, submitIntent } from '#app/http/submit.server.ts'
import { replyTemplates as words } from '#content/pages/admin-messages.ts'
import { templatesPath } from './inbox-filters.tsx'

export async function receiveTemplate(request: Request, context: RequestContext) {
  const services = context.get(servicesContext)
  const actor = getActor(context)
  const typed = await typedFields(request)
  const { template: id = '' } = typed
  const done = (text: string, undo?: Typed) => redirectDone(context, typed, { record: templatesPath, text, undo })
  return submitIntent(context, typed, {
    async save() {
      const checked = checkFields(typed, templateForm)
      if (!checked.ok) return showForm(typed, 400, { fieldErrors: checked.errors })
      if (id === '') {
        const added = await addTemplate(services, actor, checked.values)
        return added ? done(words.done.saved) : showForm(typed, 409, { error: words.errors.tooMany })
      }
      const revision = /^\d{1,9}$/.test(typed.revision ?? '') ? Number(typed.revision) : 0
      const changed = await changeTemplate(services, actor, { ...checked.values, id, revision })
      if (changed.ok) return done(words.done.saved)
      // The second press does what the sentence says.
      return changed.reason === 'changed'
        ? showForm({ ...typed, revision: String(changed.revision) }, 409, { error: words.errors.changed })
        : showForm({ ...typed, template: '' }, 409, { error: words.errors.gone })
    },
    async delete() {
      await deleteTemplate(services, actor, { id, now: Date.now() })
      return done(words.done.deleted, isId(id) ? { intent: 'restore', template: id } : undefined)
    },
    async restore() {
      const restored = await restoreTemplate(services, actor, id)
      return restored ? done(words.done.restored) : formError(409, words.errors.restored)
    },
  })
}
