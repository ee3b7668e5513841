import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
} from 'react-router'
import { importPath } from '#app/domain/newsletter/imports/subscriber-import.ts'
import { receiveImport, listImports } from '#app/domain/newsletter/imports/imports.server.ts'
import type { FormState } from '#app/domain/shared/form-state.ts'
import { getActor } from '#app/http/admin.server.ts'
import { pageContext, servicesContext } from '#app/http/context.ts'
import { tryLoad } from '#app/http/load.ts'
import { useSite } from '#app/http/site.ts'
import { uploadedFile } from '#app/http/uploaded-file.server.ts'
import { ImportsPage } from '#app/ui/admin/imports/imports-page.tsx'
import { importsPage as words } from '#content/pages/admin-imports.ts'

export async function loader({ context }: LoaderFunctionArgs) {
  const imports = await tryLoad(context, () => listImports(context.get(servicesContext).database))
  return { imports: imports?.map(({ id, state, createdAt }) => ({ id, state, createdAt })) }
}

/** Stores the file; a job reads it. */
export async function action({ request, context }: ActionFunctionArgs) {
  const services = context.get(servicesContext)
  const answer = (status: number, form: FormState) => data({ form }, { status })
  const file = await uploadedFile(request, 'file')
  if (!file) return answer(400, { fieldErrors: { file: words.choose } })
  if (file.bytes.length === 0) return answer(400, { fieldErrors: { file: words.emptyFile } })
  try {
    const id = await receiveImport(services, getActor(context), {
      file: file.bytes,
      name: file.name,
      now: Date.now(),
    })
    return redirect(importPath(id), 303)
  } catch (err) {
    services.log.error({ err, requestId: context.get(pageContext).requestId }, 'a file could not be stored')
    return answer(503, { error: words.failed })
  }
}

export default function Imports() {
  const { imports } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return <ImportsPage clinic={useSite().clinic} imports={imports} form={answer?.form ?? {}} />
}
