import { useSyncExternalStore } from 'react'
import { canUsePasskeys } from './can-use-passkeys.ts'

/** False on the server, and without scripts. */
export const useCanUsePasskeys = () =>
  useSyncExternalStore(
    () => () => {},
    canUsePasskeys,
    () => false,
  )
