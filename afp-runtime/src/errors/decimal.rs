//! Integers in decimal.

/// `00` to `99`.
const PAIRS: [[u8; 2]; 100] = {
    let mut pairs = [[0; 2]; 100];
    let mut number = 0;
    while number < 100 {
        pairs[number] = [b'0' + (number / 10) as u8, b'0' + (number % 10) as u8];
        number += 1;
    }
    pairs
};

pub(super) fn push_signed(buffer: &mut Vec<u8>, number: i64) {
    if number < 0 {
        buffer.push(b'-');
    }
    push_unsigned(buffer, number.unsigned_abs());
}

/// Most numbers of an error are small: up to four digits go to their place as one word, instead of
/// by a copy of unknown length.
pub(super) fn push_unsigned(buffer: &mut Vec<u8>, number: u64) {
    if number >= 10_000 {
        return push_large(buffer, number);
    }
    let [a, b] = PAIRS[(number / 100) as usize];
    let [c, d] = PAIRS[(number % 100) as usize];
    let digits = u32::from_be_bytes([a, b, c, d]);
    let leading_zeros = ((digits & 0x0F0F_0F0F | 1).leading_zeros() / 8) as usize;
    buffer.extend_from_slice(&(digits << (8 * leading_zeros)).to_be_bytes());
    buffer.truncate(buffer.len() - leading_zeros);
}

#[cold]
fn push_large(buffer: &mut Vec<u8>, number: u64) {
    buffer.extend_from_slice(itoa::Buffer::new().format(number).as_bytes());
}

#[cfg(test)]
mod tests {
    use super::{push_signed, push_unsigned};

    #[test]
    fn integers_are_written_as_display_writes_them() {
        let mut numbers = vec![0, u64::MAX];
        for power in 0..20 {
            let power = 10_u64.pow(power);
            numbers.extend([power - 1, power, power + 1, power.wrapping_mul(7)]);
        }
        for number in numbers {
            let mut buffer = b"before ".to_vec();
            push_unsigned(&mut buffer, number);
            assert_eq!(buffer, format!("before {number}").as_bytes());
            for signed in [number as i64, (number as i64).wrapping_neg()] {
                let mut buffer = Vec::new();
                push_signed(&mut buffer, signed);
                assert_eq!(buffer, signed.to_string().as_bytes());
            }
        }
    }
}
