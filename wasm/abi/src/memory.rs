//! The three exports, and the only unsafe code: the host and this module share memory by address and length.
//!
//! Who allocates, frees: a host frees each buffer that it got, from `alloc` or as an answer of `call`, exactly once and
//! with the same length.
//!
//! The names are exported in wasm only: in a native build, an exported `free` would replace the C library's.
#![allow(unsafe_code, reason = "raw memory is what this file is about")]

use std::alloc::{Layout, alloc as allocate, dealloc};

/// `len` bytes for the host to write into; 0 when there is no memory left. `alloc(0)` gives 0 too.
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
pub extern "C" fn alloc(len: usize) -> *mut u8 {
    match Layout::array::<u8>(len) {
        // SAFETY: the layout is not empty.
        Ok(layout) if len > 0 => unsafe { allocate(layout) },
        _ => std::ptr::null_mut(),
    }
}

/// Gives back the `len` bytes at `ptr`. An empty or absent buffer is ignored.
///
/// # Safety
/// `ptr` and `len` are those of one buffer from `alloc` or `call`, which is not used afterwards.
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
pub unsafe extern "C" fn free(ptr: *mut u8, len: usize) {
    if let (false, Ok(layout)) = (ptr.is_null() || len == 0, Layout::array::<u8>(len)) {
        // SAFETY: all buffers were allocated as `len` bytes of alignment 1; the caller keeps the rest of the contract.
        unsafe { dealloc(ptr, layout) }
    }
}

/// Carries out operation `op` on `handle`. The input stays the host's. The answer is a new buffer: its address in the
/// upper 32 bits, its length in the lower.
///
/// # Safety
/// `ptr` and `len` are a buffer that the host has written, or `len` is 0.
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
pub unsafe extern "C" fn call(op: u32, handle: u32, ptr: *const u8, len: usize) -> u64 {
    let input = if ptr.is_null() || len == 0 {
        &[]
    } else {
        // SAFETY: the caller vouches for the buffer; nothing writes to it during the call.
        unsafe { std::slice::from_raw_parts(ptr, len) }
    };
    let answer = crate::answer(op, handle, input).into_bytes().into_boxed_slice();
    let len = answer.len() as u64;
    let address = Box::into_raw(answer).cast::<u8>() as u64;
    address << 32 | len
}

#[cfg(test)]
mod tests {
    use super::{alloc, call, free};

    #[test]
    fn h1_a_buffer_goes_in_and_an_answer_comes_out_by_address_and_length() {
        let (ptr, len) = (alloc(2), 2);
        // SAFETY: two bytes were allocated; each buffer is freed once, with its length.
        let answer = unsafe {
            ptr.copy_from_nonoverlapping(b"{}".as_ptr(), len);
            // A native address does not fit into 32 bits, so only the length is read here.
            let answer = call(0, 0, ptr, len);
            free(ptr, len);
            answer
        };
        assert!(answer & 0xffff_ffff > 20, "{answer:x}");
    }

    #[test]
    fn q9_empty_buffers_are_harmless() {
        assert!(alloc(0).is_null());
        assert!(alloc(usize::MAX).is_null());
        // SAFETY: nothing is freed.
        unsafe { free(std::ptr::null_mut(), 0) };
    }
}
