/* For tests under Wine 8 only, which lacks this library of Windows 10: the one function of it that Rust's standard
   library calls, answered by an older one. It is no part of a release. */
#include <windows.h>
#include <ntsecapi.h>

__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE bytes, SIZE_T length)
{
    return RtlGenRandom(bytes, (ULONG)length);
}
