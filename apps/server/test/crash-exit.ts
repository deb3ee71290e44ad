/** How the crash server ends when its writer fails: apart, so that tests can import it without starting a server. */
export const EXIT_FATAL = 70;
