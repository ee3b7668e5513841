import { redirect } from 'react-router'
import { draftEditPath, findObstacle } from '#app/domain/booking/draft-obstacle.ts'
import { findBookedAppointment, findDraftToResume, findOpenDraft } from '#app/http/booking-draft.server.ts'
import { servicesContext, type RequestContext } from '#app/http/context.ts'
import { loadOr503 } from '#app/http/load.ts'
import { outcomeId } from '#app/ui/forms/field-state.ts'

/** The draft that the second step goes on with. Without one, it leads to where the visitor finds what became of it. */
export async function getDraftToBook(request: Request, context: RequestContext) {
  const { draft, made, locked } = await loadOr503(context, async () => {
    const draft = await findOpenDraft(request, context)
    const made = draft ? undefined : await findBookedAppointment(request, context)
    return { draft, made, locked: draft || made ? undefined : await findDraftToResume(request, context) }
  })
  if (!draft) {
    if (made) throw redirect(made.href)
    if (locked) throw redirect('/booking/resume')
    // The draft has expired, or the browser blocks cookies.
    throw redirect(`/booking?gone#${outcomeId}`)
  }
  if (findObstacle(draft, context.get(servicesContext).content)) throw redirect(`${draftEditPath(draft)}#${outcomeId}`)
  return draft
}
