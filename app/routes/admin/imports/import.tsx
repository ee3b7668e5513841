import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
} from 'react-router'
import { sampleLines, countOutcomes } from '#app/domain/newsletter/imports/import-lines.server.ts'
import { withAnswers, answerField, isAsking, parseReading } from '#app/domain/newsletter/imports/import-reading.ts'
import { answerImport, discardImport, findImport, startImport } from '#app/domain/newsletter/imports/imports.server.ts'
import { importPath, importsPath } from '#app/domain/newsletter/imports/subscriber-import.ts'
import type { FormState } from '#app/domain/shared/form-state.ts'
import { getActor } from '#app/http/admin.server.ts'
import { servicesContext, type RequestContext } from '#app/http/context.ts'
import { typedFields } from '#app/http/parse-form.ts'
import { useSite } from '#app/http/site.ts'
import { type FormAnswer, formError, showForm, submitIntent } from '#app/http/submit.server.ts'
import { ImportPage } from '#app/ui/admin/imports/import-page.tsx'
import { importPage as words } from '#content/pages/admin-imports.ts'

export async function loader({ params, context }: LoaderFunctionArgs) {
  const { database } = context.get(servicesContext)
  const row = await existing(context, params.id)
  const { id, state, problem } = row
  const [counts, first] = await Promise.all([countOutcomes(database, id), sampleLines(database, id)])
  return {
    shown: {
      id,
      state,
      problem,
      lastLine: row.lastLine,
      throughLine: row.throughLine,
      createdAt: row.createdAt,
      fileName: row.fileName,
      reading: parseReading(row),
      isAsking: isAsking(row),
      counts,
      first,
    },
  }
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const services = context.get(servicesContext)
  const row = await existing(context, params.id)
  const { id } = row
  const typed = await typedFields(request)
  const late = () => formError(409, words.late)
  const intents = {
    async answer() {
      if (!isAsking(row)) return late()
      const questions = withAnswers(parseReading(row)?.questions ?? [], typed)
      const missing = questions.flatMap((one, index) => (one ? [] : [[answerField(index), words.asks.choose]]))
      if (missing.length > 0) return showForm(typed, 400, { fieldErrors: Object.fromEntries(missing) })
      const chosen = { id, questions: questions.filter((one) => !!one) }
      return (await answerImport(services, getActor(context), chosen)) ? redirect(importPath(id), 303) : late()
    },
    import: async () => ((await startImport(services, getActor(context), id)) ? redirect(importPath(id), 303) : late()),
    discard: async () =>
      (await discardImport(services, getActor(context), { id, now: Date.now() })) ? redirect(importsPath, 303) : late(),
  }
  return submitIntent<FormAnswer>(context, typed, intents, { failure: words.failed })
}

export default function Import() {
  const { shown } = useLoaderData<typeof loader>()
  const form: FormState = useActionData<typeof action>()?.form ?? {}
  return <ImportPage clinic={useSite().clinic} shown={shown} form={form} />
}

async function existing(context: RequestContext, id = '') {
  const found = await findImport(context.get(servicesContext).database, id)
  if (!found || found.state === 'discarded') throw data(null, { status: 404 })
  return found
}
