import { newPictureForm } from '#app/domain/pictures/picture-form.server.ts'
import { type LibraryPicture, mostPictureBytes as most } from '#app/domain/pictures/picture.ts'
import { addPicture } from '#app/domain/pictures/pictures.server.ts'
import { picturesWords as words } from '#content/pages/admin-pictures.ts'
import { getActor } from './admin.server.ts'
import { type RequestContext, servicesContext } from './context.ts'
import { checkFields, type Typed } from './parse-form.ts'
import { formError, showForm, submit } from './submit.server.ts'
import { readUpload } from './uploaded-file.server.ts'

const statuses = { 'not-a-picture': 415, 'too-many-pixels': 400, 'too-small': 400, damaged: 400, busy: 503 }

/** Puts an uploaded picture into the library; one that is refused gets its form again, with what was typed. */
export async function addUploadedPicture<Answer>(
  request: Request,
  context: RequestContext,
  answerAdded: (picture: LibraryPicture, typed: Typed) => Answer,
) {
  const services = context.get(servicesContext)
  return services.scratchFolders.use(async (folder) => {
    const { typed, file, isTooLarge, failure } = await readUpload(request, { field: 'file', most, folder })
    const reject = (status: number, fieldErrors: Record<string, string>) => showForm(typed, status, { fieldErrors })
    if (isTooLarge) return reject(413, { file: words.problems['too-large'](most / 1024 / 1024) })
    const checked = checkFields(typed, newPictureForm)
    const noFile = failure || (file && file.size > 0) ? undefined : { file: words.problems['no-file'] }
    if (noFile || !checked.ok) return reject(400, { ...noFile, ...(!checked.ok && checked.errors) })
    return submit(
      context,
      async () => {
        if (!file) throw failure
        const picture = { file: file.path, alt: checked.values.alt, now: Date.now() }
        const added = await addPicture(services, getActor(context), picture)
        if (added.ok) return answerAdded(services.pictures.find(added.id)!, typed)
        services.log.info({ reason: added.reason, cause: added.cause }, 'a picture was refused')
        return reject(statuses[added.reason], { file: words.problems[added.reason] })
      },
      () => formError(503, words.failed, typed),
    )
  })
}
