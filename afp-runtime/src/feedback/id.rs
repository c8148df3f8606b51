const ALPHABET: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/// Makes record ids: `fb_` and a ULID, each greater as text than the one before, also within a
/// millisecond and when the clock steps back.
///
/// It knows no clock and no source of randomness; both are passed in.
#[derive(Debug, Default)]
pub struct IdSequence {
    last: u128,
}

const RANDOM_BITS: u32 = 80;
const MAX_MILLISECONDS: u64 = (1 << 48) - 1;

impl IdSequence {
    /// The id for a moment in milliseconds since 1970. `random` is asked when the moment is later
    /// than every one before; its highest bit is ignored, which leaves room to count up.
    ///
    /// # Errors
    /// What `random` fails with.
    pub fn next<E>(
        &mut self,
        milliseconds: u64,
        random: impl FnOnce() -> Result<[u8; 10], E>,
    ) -> Result<String, E> {
        let moment = u128::from(milliseconds.min(MAX_MILLISECONDS));
        self.last = if moment > self.last >> RANDOM_BITS {
            let random = random()?
                .iter()
                .fold(0, |bits, &byte| (bits << 8) | u128::from(byte));
            (moment << RANDOM_BITS) | (random & ((1 << (RANDOM_BITS - 1)) - 1))
        } else {
            self.last + 1
        };
        Ok(text(self.last))
    }
}

fn text(ulid: u128) -> String {
    let mut id = String::with_capacity(29);
    id.push_str("fb_");
    for place in (0..26).rev() {
        let digit = (ulid >> (place * 5)) & 31;
        id.push(char::from(ALPHABET[digit as usize]));
    }
    id
}

#[cfg(test)]
mod tests {
    use super::*;

    fn next(ids: &mut IdSequence, milliseconds: u64, random: u8) -> String {
        let Ok(id) = ids.next(milliseconds, || {
            Ok::<_, std::convert::Infallible>([random; 10])
        });
        id
    }

    #[test]
    fn ids_grow_within_a_millisecond_and_when_the_clock_steps_back() {
        let mut ids = IdSequence::default();
        let mut all: Vec<String> = (0..1000)
            .map(|n| next(&mut ids, 1_790_000_000_000, n as u8))
            .collect();
        all.push(next(&mut ids, 1_789_999_995_000, 0));
        all.push(next(&mut ids, 1_790_000_000_001, 0));
        assert!(all.windows(2).all(|pair| pair[0] < pair[1]));
        assert!(all.iter().all(|id| id.len() == 29 && id.starts_with("fb_")));
    }

    #[test]
    fn the_time_is_the_first_ten_digits() {
        let id = next(&mut IdSequence::default(), 1_469_918_176_385, 0xFF);
        assert_eq!(&id[3..13], "01ARYZ6S41");
        assert_eq!(&id[13..], "FZZZZZZZZZZZZZZZ");
    }

    #[test]
    fn a_moment_past_the_range_is_the_last_one() {
        let id = next(&mut IdSequence::default(), u64::MAX, 0);
        assert_eq!(&id[3..13], "7ZZZZZZZZZ");
    }
}
