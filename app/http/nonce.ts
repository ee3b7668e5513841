import { createContext, useContext } from 'react'

const Nonce = createContext<string | undefined>(undefined)

/** Set on the server only; browsers hide it from scripts. */
export const NonceProvider = Nonce.Provider
export const useNonce = () => useContext(Nonce)
