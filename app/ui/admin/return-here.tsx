import { useLocation } from 'react-router'
import { returnField } from '#app/domain/shared/done.ts'

/** In a form that acts on a record from here: the act leads back to this page. */
export function ReturnHere() {
  const { pathname, search } = useLocation()
  return <input type="hidden" name={returnField} value={`${pathname}${search}`} />
}
